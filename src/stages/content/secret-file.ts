/** Files that give their reader access to something: they lie in a folder by mistake and must never be published. */
import { nameOf } from '../../model/project-path.ts';

/** Nothing but keys and passwords is called so. */
const secretName = /^(?:id_(?:rsa|dsa|ecdsa|ed25519)|[._]?htpasswd|.*\.(?:p12|pfx|jks|keystore|ppk|kdbx|env))$/i;
const secretData = /^(?:.*[-_.])?(?:secrets?|credentials?)(?:\.(?:json|ya?ml|toml|ini|csv|txt|xml|properties|bak))?$/i;
const privateKey = /^\s*-----BEGIN [A-Z0-9 ]*PRIVATE KEY/;
/** Never keys, often large or many. */
const media = /\.(?:png|jpe?g|gif|webp|avif|svgz?|ico|mp4|webm|mov|mp3|wav|ogg|pdf|zip|woff2?|ttf|otf)$/i;
const readLimit = 65_536;

/** By its name, and by its first words where the name leaves it open. `read` is called for small files of text only. */
export function isSecretFile(path: string, size: number, read: () => Uint8Array): boolean {
  const name = nameOf(path);
  if (secretName.test(name)) return true;
  if (media.test(name)) return false;
  const text = size > readLimit ? '' : new TextDecoder('latin1').decode(read());
  if (privateKey.test(text)) return true;
  // A certificate and a public key are made to be given away; `.key` is also a Keynote presentation, which is a ZIP.
  if (/\.(?:pem|key)$/i.test(name))
    return (
      /-----BEGIN [A-Z0-9 ]*PRIVATE KEY/.test(text) ||
      (!/-----BEGIN [A-Z0-9 ]*(?:CERTIFICATE|PUBLIC KEY)/.test(text) && !isZip(name, size, read))
    );
  // API descriptions are named after what they describe.
  return secretData.test(name) && !/["']?(?:openapi|swagger|asyncapi|\$schema|\$ref)["']?\s*:/.test(text);
}

function isZip(name: string, size: number, read: () => Uint8Array): boolean {
  if (size < 4 || !/\.key$/i.test(name)) return false;
  const [first, second] = read();
  return first === 0x50 && second === 0x4b;
}
