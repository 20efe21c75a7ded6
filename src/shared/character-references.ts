/** Character references of HTML and Markdown: `&amp;`, `&#39;`, `&#x2014;`. */

/** Names of U+00A0 to U+00FF, in order (HTML 4.01, section 24.2). */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
/**
 * Other names with their characters: markup, punctuation, arrows and mathematical symbols (24.3, 24.4), and those that
 * can hide a URL scheme.
 */
const others =
  'amp & lt < gt > quot " apos \' AMP & LT < GT > QUOT " COPY © REG ® colon : Tab \t NewLine \n hellip … mdash — ndash – lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ bull • dagger † Dagger ‡ permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › oline ‾ frasl ⁄ euro € trade ™ ensp \u2002 emsp \u2003 thinsp \u2009 zwnj \u200c zwj \u200d lrm \u200e rlm \u200f larr ← uarr ↑ rarr → darr ↓ harr ↔ lArr ⇐ uArr ⇑ rArr ⇒ dArr ⇓ hArr ⇔ forall ∀ part ∂ exist ∃ empty ∅ nabla ∇ isin ∈ notin ∉ ni ∋ prod ∏ sum ∑ minus − lowast ∗ radic √ prop ∝ infin ∞ ang ∠ and ∧ or ∨ cap ∩ cup ∪ int ∫ there4 ∴ sim ∼ cong ≅ asymp ≈ ne ≠ equiv ≡ le ≤ ge ≥ sub ⊂ sup ⊃ nsub ⊄ sube ⊆ supe ⊇ oplus ⊕ otimes ⊗ perp ⊥ sdot ⋅ loz ◊ spades ♠ clubs ♣ hearts ♥ diams ♦ fnof ƒ Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π rho ρ sigmaf ς sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ circ ˆ tilde ˜ check ✓ cross ✗ star ☆';

const reference = /&(?:#x0*([\da-f]{1,6})|#0*(\d{1,7})|([a-z][a-z\d]{1,31}));/gi;

let table: ReadonlyMap<string, string> | undefined;

function names(): ReadonlyMap<string, string> {
  if (table === undefined) {
    const words = others.split(' ');
    table = new Map([
      ...latin.split(' ').map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
      ...words.flatMap((name, index) => (index % 2 === 0 ? [[name, words[index + 1] as string] as const] : [])),
    ]);
  }
  return table;
}

/**
 * Replaces references by their characters, also with leading zeros in the number; invalid references and unknown names
 * stay as written.
 */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(reference, (whole, hex?: string, decimal?: string, name = '') => {
    if (name !== '') return names().get(name) ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}
