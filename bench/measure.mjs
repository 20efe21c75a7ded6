// Measures a command in a child process: wall-clock and CPU seconds, peak memory, including its children.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc (USER_HZ). */
const ticks = 100;

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, timeoutMs?: number }} [options]
 */
export function measure(command, args, options = {}) {
  // Flushes the writes of the previous run, so that they do not count for this one.
  spawnSync('sync');
  const start = performance.now();
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, CI: '1', NO_COLOR: '1', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout = [];
  const stderr = [];
  child.stdout.on('data', (bytes) => stdout.push(bytes));
  child.stderr.on('data', (bytes) => stderr.push(bytes));

  /** Process → its last known ticks: ended processes keep their value. */
  const used = new Map();
  let peak = 0;
  const look = () => {
    let memory = 0;
    for (const pid of familyOf(child.pid)) {
      const seen = readProcess(pid);
      if (!seen) continue;
      used.set(pid, seen.ticks);
      memory += seen.kib;
    }
    peak = Math.max(peak, memory);
  };
  const watch = setInterval(look, 20);
  const limit = setTimeout(() => child.kill('SIGKILL'), options.timeoutMs ?? 900_000);

  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit, signal) => {
      clearInterval(watch);
      clearTimeout(limit);
      const cpu = [...used.values()].reduce((sum, value) => sum + value, 0) / ticks;
      const text = (chunks) => Buffer.concat(chunks).toString('utf8');
      resolve({
        exit,
        signal,
        stdout: text(stdout),
        stderr: text(stderr),
        seconds: (performance.now() - start) / 1000,
        cpuSeconds: cpu,
        peakMiB: peak / 1024,
      });
    });
  });
}

function familyOf(pid) {
  const family = [pid];
  for (const member of family) {
    try {
      for (const thread of readdirSync(`/proc/${member}/task`)) {
        const children = readFileSync(`/proc/${member}/task/${thread}/children`, 'utf8').trim();
        if (children) family.push(...children.split(' ').map(Number));
      }
    } catch {
      // It ended between two samples, or the system has no /proc.
    }
  }
  return family;
}

function readProcess(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return { ticks: Number(fields[11]) + Number(fields[12]), kib: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) };
  } catch {
    return undefined;
  }
}

/** The median of a list of numbers. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** Rows as a Markdown table; the first row is the header, numbers are right-aligned. */
export function table(rows) {
  const [head, ...body] = rows.map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(3, head[column].length, ...body.map((row) => row[column].length)));
  const right = head.map((_, column) => body.length > 0 && body.every((row) => /^[-\d.,% ]*$/.test(row[column])));
  const pad = (cell, column) => (right[column] ? cell.padStart(widths[column]) : cell.padEnd(widths[column]));
  const line = (row) => `| ${row.map(pad).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (right[column] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`;
  return [line(head), rule, ...body.map(line)].join('\n');
}
