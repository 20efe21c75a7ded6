// Loaded into a server of a case with NODE_OPTIONS. The file DOCSGEN_CASE_CLOCK says by how many milliseconds its clock is ahead, and
// whether it stands still.
import { readFileSync } from 'node:fs';

const RealDate = Date;

function now() {
  try {
    const { ahead, stoppedAt } = JSON.parse(readFileSync(process.env.DOCSGEN_CASE_CLOCK, 'utf8'));
    return (stoppedAt ?? RealDate.now()) + ahead;
  } catch {
    return RealDate.now();
  }
}

globalThis.Date = class CaseDate extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
  static now() {
    return now();
  }
};
