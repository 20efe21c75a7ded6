/** The constraints of a schema, in words that need no knowledge of JSON Schema. */
import type { ConstraintView } from '../../../../model/endpoint.ts';
import type { ApiMessages } from './api-messages.ts';

/** `at least 3 characters`, `≥ 0`, `unique items`, `pattern ^a+$`. */
export function constraintText(constraint: ConstraintView, words: ApiMessages): string {
  switch (constraint.kind) {
    case 'characters':
      return counted(words.characterCount, constraint, words);
    case 'items':
      return counted(words.itemCount, constraint, words);
    case 'properties':
      return counted(words.propertyCount, constraint, words);
    case 'range':
      return constraint.text;
    case 'multiple':
      return fill(words.multipleOf, { n: String(constraint.of) });
    case 'pattern':
      return `${words.pattern} ${constraint.pattern}`;
    case 'unique':
      return words.uniqueItems;
    case 'encoding':
      return fill(words.encoded, { name: constraint.name });
    case 'media':
      return constraint.type;
    case 'keyword':
      return `${constraint.name}: ${JSON.stringify(constraint.value)}`;
    case 'together':
      return fill(words.needsAlso, { name: constraint.name, list: constraint.needed.join(', ') });
  }
}

/** `form`: `one ¦ many`, or one form for every number. */
function counted(form: string, { min, max }: { readonly min?: number; readonly max?: number }, words: ApiMessages): string {
  const [one = '', many = one] = form.split(' ¦ ');
  if (min !== undefined && max !== undefined && min !== max) return fill(many, { count: `${min}–${max}` });
  const n = min ?? max ?? 0;
  const amount = min !== undefined && max !== undefined ? words.exactly : min === undefined ? words.atMost : words.atLeast;
  return fill(n === 1 ? one : many, { count: fill(amount, { n }) });
}

function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
}
