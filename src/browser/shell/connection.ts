/** Network Information API: https://wicg.github.io/netinfo/. Not supported by all browsers. */

interface Connection {
  readonly saveData?: boolean;
  /** Milliseconds. */
  readonly rtt?: number;
  /** Mbit/s. */
  readonly downlink?: number;
}

/** The reader has enabled data saving. */
export function savesData(): boolean {
  return connection()?.saveData === true;
}

/**
 * Additional downloads delay the text of the page. Before any measurement, browsers report 100 ms, which counts as
 * fast.
 */
export function isSlow(): boolean {
  const { rtt = 0, downlink = Number.POSITIVE_INFINITY } = connection() ?? {};
  return savesData() || (rtt >= 150 && downlink < 2.5);
}

function connection(): Connection | undefined {
  return (navigator as { connection?: Connection }).connection;
}
