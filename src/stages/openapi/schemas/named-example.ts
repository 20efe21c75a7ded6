/** Plausible values for generated examples, from the names of properties and parameters. */

/** Words of a name, joined by `_` → value. The first match counts; names that tell nothing (`type`, `value`) have none. */
const texts: readonly (readonly [pattern: RegExp, value: string])[] = [
  [/(?:^|_)e?_?mails?(?:_address(?:es)?)?$/, 'user@example.com'],
  [/(?:^|_)(?:image|avatar|logo|photo|icon|picture|thumbnail)_(?:url|uri)s?$/, 'https://example.com/image.png'],
  [/(?:^|_)(?:url|uri|href|website|homepage|web_site)s?$/, 'https://example.com'],
  [/(?:^|_)(?:uuid|guid)s?$/, '3c90c3cc-0d44-4b50-8888-8dd25736052a'],
  [/_at$|^(?:created|updated|modified|deleted|timestamp|date_?time)$|_(?:timestamp|date_?time)$/, '2025-01-15T09:30:00Z'],
  [/(?:^|_)(?:date|day|birthday|dob)$/, '2025-01-15'],
  [/^(?:first|given)_?name$/, 'Jane'],
  [/^(?:last|family|sur)_?name$/, 'Doe'],
  [/^(?:full|display)_?name$/, 'Jane Doe'],
  [/^(?:user_?name|login|nickname)$/, 'jane.doe'],
  [/^(?:company|organi[sz]ation|business)(?:_name)?$/, 'Example Inc.'],
  [/^(?:file_?name)$/, 'example.pdf'],
  [/(?:^|_)(?:host|domain)_?(?:name)?$/, 'example.com'],
  [/(?:^|_)names?$/, 'Example'],
  [/(?:^|_)title$/, 'Example title'],
  [/(?:^|_)(?:description|summary)$/, 'An example description'],
  [/^(?:message|text|comment|notes?|body)$/, 'Example text'],
  [/(?:^|_)(?:phone|mobile|fax)(?:_number)?$/, '+12025550123'],
  [/(?:^|_)currency(?:_code)?$/, 'USD'],
  [/(?:^|_)country(?:_code)?$/, 'US'],
  [/(?:^|_)(?:language|locale|lang)(?:_code)?$/, 'en'],
  [/(?:^|_)time_?zone$/, 'Europe/Berlin'],
  [/(?:^|_)city$/, 'Berlin'],
  [/(?:^|_)(?:postal_?code|post_?code|zip|zip_?code)$/, '10115'],
  [/^(?:street|address|street_address|(?:address_)?line_?1)$/, '123 Main Street'],
  [/^(?:address_)?line_?2$/, 'Apartment 4'],
  [/(?:^|_)colou?r$/, '#0f766e'],
  [/(?:^|_)ip(?:_?v4)?(?:_address)?$/, '192.0.2.1'],
  [/(?:^|_)slug$/, 'example'],
  [/(?:^|_)(?:mime|content|media)_type$/, 'application/json'],
  [/(?:^|_)version$/, '1.0.0'],
  [/^ids?$/, 'abc123'],
];

const numbers: readonly (readonly [pattern: RegExp, value: number])[] = [
  [/_at$|^(?:created|updated|modified|deleted|timestamp)$|_timestamp$/, 1_736_933_400],
  [/(?:^|_)(?:amount|price|total|subtotal|balance)$/, 1000],
  [/^(?:limit|per_page|page_size)$/, 10],
  [/(?:^|_)(?:lat|latitude)$/, 52.52],
  [/(?:^|_)(?:lng|lon|longitude)$/, 13.405],
  [/(?:^|_)year$/, 2025],
  [/^(?:exp|expiry|expiration)_month$/, 12],
  [/(?:^|_)port$/, 443],
];

/** A text for a property or parameter of this name; undefined if the name tells none. */
export function textForName(name: string): string | undefined {
  const words = snakeCase(name);
  const known = texts.find(([pattern]) => pattern.test(words));
  if (known) return known[1];
  const owner = /^(\w+)_ids?$/.exec(words)?.[1];
  return owner === undefined ? undefined : `${owner}_123`;
}

/** The same for numbers; times are seconds since 1970. */
export function numberForName(name: string): number | undefined {
  const words = snakeCase(name);
  return numbers.find(([pattern]) => pattern.test(words))?.[1];
}

/** `createdAt`, `created-at`, `CreatedAt` → `created_at`. */
function snakeCase(name: string): string {
  return name
    .slice(0, 100)
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^a-z\d]+/gi, '_')
    .toLowerCase();
}
