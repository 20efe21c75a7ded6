/** Files that grant access to something: they are in a folder by mistake and must never be published. */
import { nameOf } from '../../model/project-path.ts';

/** Names of key stores, which are binary, and of private keys. */
const keyStore = /^(?:id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:p12|pfx|jks|keystore|ppk|kdbx))$/i;
/** Names of files that may contain secrets; their content decides. */
const mayHoldSecrets =
  /^(?:[._]?htpasswd|.*\.env|(?:.*[-_.])?(?:secrets?|credentials?)(?:\.(?:json|ya?ml|toml|ini|csv|txt|xml|properties|bak))?)$/i;
const privateKey = /^\s*-----BEGIN [A-Z0-9 ]*PRIVATE KEY/;
/** Never keys; often large or numerous. */
const media = /\.(?:png|jpe?g|gif|webp|avif|svgz?|ico|mp4|webm|mov|mp3|wav|ogg|pdf|zip|woff2?|ttf|otf)$/i;
const readLimit = 65_536;

/**
 * Decides by content: the name only selects the files whose values are looked at. Key stores are binary and known by
 * name. `read` is called for small files only.
 */
export function isSecretFile(path: string, size: number, read: () => Uint8Array): boolean {
  const name = nameOf(path);
  if (keyStore.test(name)) return true;
  if (media.test(name)) return false;
  const text = size > readLimit ? '' : new TextDecoder('latin1').decode(read());
  if (privateKey.test(text)) return true;
  // Certificates and public keys are meant to be public; `.key` is also a Keynote presentation, which is a ZIP file.
  if (/\.(?:pem|key)$/i.test(name))
    return (
      /-----BEGIN [A-Z0-9 ]*PRIVATE KEY/.test(text) ||
      (!/-----BEGIN [A-Z0-9 ]*(?:CERTIFICATE|PUBLIC KEY)/.test(text) && !isZip(name, size, read))
    );
  return mayHoldSecrets.test(name) && hasSecret(text);
}

/** `name: value`, `"name": "value"` and `NAME=value` with a name that secrets have. */
const assignment =
  /["']?([\w.-]*(?:password|passwd|secret|token|api[-_]?key|access[-_]?key|private[-_]?key)[\w.-]*)["']?\s*[:=]\s*["']?([^\s"',;}]+)/gi;
/** Values of schemas, and placeholders. */
const noSecret =
  /^(?:string|number|integer|boolean|object|array|null|true|false|[[{<$*&#|>!].*|your.*|x{3,}.*|example.*|changeme|todo|\.{3}|…)$/i;
/** `name:hash` of htpasswd: bcrypt, MD5, SHA-1. */
const passwordHash = /^[^:\s]+:(?:\$(?:2[aby]|apr1|5|6)\$|\{SHA\})\S+$/m;
/** A key id of AWS, and a line that is one long token with a digit. */
const bareKey = /\bAKIA[0-9A-Z]{16}\b|^(?=\S*\d)(?=\S*[a-z])[\w+/=.-]{20,}\s*$/im;

function hasSecret(text: string): boolean {
  if (passwordHash.test(text) || bareKey.test(text)) return true;
  return [...text.matchAll(assignment)].some(([, , value = '']) => value.length >= 6 && !noSecret.test(value));
}

function isZip(name: string, size: number, read: () => Uint8Array): boolean {
  if (size < 4 || !/\.key$/i.test(name)) return false;
  const [first, second] = read();
  return first === 0x50 && second === 0x4b;
}
