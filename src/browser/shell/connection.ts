/** What the browser knows of the reader's connection: https://wicg.github.io/netinfo/. Browsers without it know nothing. */

interface Connection {
  readonly saveData?: boolean;
  /** Milliseconds. */
  readonly rtt?: number;
  /** Mbit/s. */
  readonly downlink?: number;
}

/** The reader has asked for little to be loaded. */
export function savesData(): boolean {
  return connection()?.saveData === true;
}

/**
 * Whatever is loaded beside the rules of the page holds up its text. Before a browser has measured anything it says 100 ms,
 * which is taken for fast.
 */
export function isSlow(): boolean {
  const { rtt = 0, downlink = Number.POSITIVE_INFINITY } = connection() ?? {};
  return savesData() || (rtt >= 150 && downlink < 2.5);
}

function connection(): Connection | undefined {
  return (navigator as { connection?: Connection }).connection;
}
