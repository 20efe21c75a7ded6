/** What a media type says about a body, with any parameters, in upper or lower case (RFC 6838 §4.2). */

/** `application/json` and every `+json` (RFC 6839 §3.1). */
export const isJsonType = (mediaType: string): boolean => /^[^;]*[/+]json\b/i.test(mediaType);

/** `multipart/form-data`, `multipart/mixed`, …: a body of parts (RFC 2046 §5.1). */
export const isMultipartType = (mediaType: string): boolean => /^multipart\//i.test(mediaType);

/** The encoding of forms without files (WHATWG URL §5). */
export const isUrlEncodedType = (mediaType: string): boolean => /^application\/x-www-form-urlencoded\b/i.test(mediaType);

/** Both encodings of forms. */
export const isFormType = (mediaType: string): boolean => isMultipartType(mediaType) || isUrlEncodedType(mediaType);
