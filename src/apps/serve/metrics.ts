/** Metrics of the server in the Prometheus text format (https://prometheus.io/docs/instrumenting/exposition_formats/). */

/** Upper bounds in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts since the start of the process. Labels come from a fixed set; of the data that clients send, only the method is used. */
export class Metrics {
  readonly #statuses = new Map<string, number>();
  readonly #counts = new Array<number>(buckets.length + 1).fill(0);
  readonly #events = new Map<string, number>();
  #sum = 0;

  /** `ms` until the response ended or the client disconnected. */
  request(method: string, status: number, ms: number): void {
    const key = `method="${method}",status="${status}"`;
    this.#statuses.set(key, (this.#statuses.get(key) ?? 0) + 1);
    const seconds = ms / 1000;
    let at = 0;
    while (at < buckets.length && seconds > (buckets[at] as number)) at++;
    this.#counts[at] = (this.#counts[at] as number) + 1;
    this.#sum += seconds;
  }

  /** Increments `docsgen_<name>_total`. Labels must be formatted. */
  count(name: string, labels = ''): void {
    const key = `docsgen_${name}_total${labels === '' ? '' : `{${labels}}`}`;
    this.#events.set(key, (this.#events.get(key) ?? 0) + 1);
  }

  /** `open` is the current number of connections. */
  text(build: string, open: number): string {
    const lines = ['# TYPE docsgen_http_requests_total counter'];
    for (const [labels, count] of this.#statuses) lines.push(`docsgen_http_requests_total{${labels}} ${count}`);
    lines.push('# TYPE docsgen_http_request_duration_seconds histogram');
    let below = 0;
    for (const [at, count] of this.#counts.entries()) {
      below += count;
      lines.push(`docsgen_http_request_duration_seconds_bucket{le="${buckets[at] ?? '+Inf'}"} ${below}`);
    }
    lines.push(`docsgen_http_request_duration_seconds_sum ${this.#sum.toFixed(6)}`, `docsgen_http_request_duration_seconds_count ${below}`);
    lines.push('# TYPE docsgen_http_connections gauge', `docsgen_http_connections ${open}`);
    const named = new Set<string>();
    for (const [key, count] of [...this.#events].sort()) {
      const name = key.replace(/\{.*$/, '');
      if (!named.has(name)) lines.push(`# TYPE ${name} counter`);
      named.add(name);
      lines.push(`${key} ${count}`);
    }
    lines.push('# TYPE docsgen_site_info gauge', `docsgen_site_info{build="${build}"} 1`);
    lines.push('# TYPE process_resident_memory_bytes gauge', `process_resident_memory_bytes ${process.memoryUsage.rss()}`);
    return `${lines.join('\n')}\n`;
  }
}
