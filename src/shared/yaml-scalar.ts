/** The value of a plain YAML scalar by the core schema of YAML 1.2 (§10.3.2). */
export function plainYamlScalar(text: string): string | number | boolean | null {
  if (/^(?:null|Null|NULL|~|)$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  if (/^(?:[-+]?\d+|0o[0-7]+|0x[0-9a-fA-F]+)$/.test(text) || /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/.test(text))
    return Number(text);
  return text;
}
