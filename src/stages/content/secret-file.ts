/** Files that grant access to something: they are in a folder by mistake and must never be published. */
import { nameOf } from '../../model/project-path.ts';

/** Names that only keys and passwords have. */
const secretName = /^(?:id_(?:rsa|dsa|ecdsa|ed25519)|[._]?htpasswd|.*\.(?:p12|pfx|jks|keystore|ppk|kdbx|env))$/i;
const secretData = /^(?:.*[-_.])?(?:secrets?|credentials?)(?:\.(?:json|ya?ml|toml|ini|csv|txt|xml|properties|bak))?$/i;
const privateKey = /^\s*-----BEGIN [A-Z0-9 ]*PRIVATE KEY/;
/** Never keys; often large or numerous. */
const media = /\.(?:png|jpe?g|gif|webp|avif|svgz?|ico|mp4|webm|mov|mp3|wav|ogg|pdf|zip|woff2?|ttf|otf)$/i;
const readLimit = 65_536;

/** Decides by name, and by the first bytes where the name is not enough. `read` is called for small text files only. */
export function isSecretFile(path: string, size: number, read: () => Uint8Array): boolean {
  const name = nameOf(path);
  if (secretName.test(name)) return true;
  if (media.test(name)) return false;
  const text = size > readLimit ? '' : new TextDecoder('latin1').decode(read());
  if (privateKey.test(text)) return true;
  // Certificates and public keys are meant to be public; `.key` is also a Keynote presentation, which is a ZIP file.
  if (/\.(?:pem|key)$/i.test(name))
    return (
      /-----BEGIN [A-Z0-9 ]*PRIVATE KEY/.test(text) ||
      (!/-----BEGIN [A-Z0-9 ]*(?:CERTIFICATE|PUBLIC KEY)/.test(text) && !isZip(name, size, read))
    );
  // API descriptions are named after their subject.
  return secretData.test(name) && !/["']?(?:openapi|swagger|asyncapi|\$schema|\$ref)["']?\s*:/.test(text);
}

function isZip(name: string, size: number, read: () => Uint8Array): boolean {
  if (size < 4 || !/\.key$/i.test(name)) return false;
  const [first, second] = read();
  return first === 0x50 && second === 0x4b;
}
