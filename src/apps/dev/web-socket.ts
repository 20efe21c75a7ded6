/**
 * The minimal part of WebSocket (RFC 6455) for a one-way channel. It sends text. Any incoming frame except a close ends the connection
 * without being parsed, so clients cannot exploit a parser.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

const handshakeKey = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const closeFrame = 0x88;
const textFrame = 0x81;
/** Close code for policy violations (RFC 6455, section 7.4.1). */
const policyViolation = 1008;

/** Sending to a closed connection has no effect. */
export interface TextSocket {
  send(text: string): void;
  close(): void;
}

/** Accepts an upgrade request. If it is not a WebSocket request, ends the connection and returns undefined. */
export function acceptSocket(request: IncomingMessage, stream: Duplex, onClose: () => void): TextSocket | undefined {
  const key = request.headers['sec-websocket-key'];
  if (request.headers.upgrade?.toLowerCase() !== 'websocket' || request.headers['sec-websocket-version'] !== '13' || key === undefined) {
    refuseUpgrade(stream, '400 Bad Request', 'This is not a WebSocket request');
    return undefined;
  }
  const accept = createHash('sha1')
    .update(key + handshakeKey)
    .digest('base64');
  stream.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
  const end = (code?: number) => {
    if (stream.writable)
      stream.end(code === undefined ? Buffer.from([closeFrame, 0]) : Buffer.from([closeFrame, 2, code >> 8, code & 255]));
    // Closes the connection even if the peer keeps sending.
    setTimeout(() => stream.destroy(), 1_000).unref();
  };
  stream.once('data', (bytes: Buffer) => end(((bytes[0] ?? 0) & 15) === 8 ? undefined : policyViolation));
  stream.on('data', () => {});
  stream.on('error', () => stream.destroy());
  stream.once('close', onClose);
  return {
    send: (text) => {
      if (stream.writable) stream.write(frame(text));
    },
    close: () => end(),
  };
}

/** Rejects an upgrade request and ends the connection. */
export function refuseUpgrade(stream: Duplex, status: string, message: string): void {
  stream.on('error', () => {});
  stream.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`,
  );
}

function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const head =
    length < 126
      ? Buffer.from([textFrame, length])
      : length < 65_536
        ? Buffer.from([textFrame, 126, length >> 8, length & 255])
        : Buffer.concat([Buffer.from([textFrame, 127, 0, 0, 0, 0]), uint32(length)]);
  return Buffer.concat([head, payload]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
