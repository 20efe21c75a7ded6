/** Go, Java, Kotlin, C#, Swift, Rust, Dart, C and C++. */

import type { BuiltRequest } from '../request/request.ts';
import { braces, byteLength, c as cLiteral, dollar, plain } from './literals.ts';
import { goBlock, javaBlock, rustBlock } from './readable-body.ts';
import { allHeaders, type BodyPiece, bodyPieces, headersWithBody, joinPieces, type PrintSample } from './sample.ts';

type Headers = readonly (readonly [string, string])[];

/** `net/http` of the standard library. Headers are set by name: a repeated one keeps its last value. */
export const go: PrintSample = (request) => {
  const { pieces, headers, hasFile, only } = take(request);
  const imports = new Set(['fmt', 'io', 'net/http']);
  const lines: string[] = [];
  let body = 'nil';
  if (only !== undefined) {
    imports.add('strings');
    const block = goBlock(only);
    if (block !== undefined) lines.push(`	body := strings.NewReader(${block})`);
    body = block === undefined ? `strings.NewReader(${plain(only)})` : 'body';
  } else if (pieces !== undefined) {
    imports.add('bytes');
    if (hasFile) imports.add('os');
    lines.push('	var body bytes.Buffer');
    for (const piece of pieces) {
      if ('text' in piece) lines.push(`	body.WriteString(${plain(piece.text)})`);
      else
        lines.push(
          `	if content, err := os.ReadFile(${plain(piece.file)}); err != nil {`,
          '		panic(err)',
          '	} else {',
          '		body.Write(content)',
          '	}',
        );
    }
    body = '&body';
  }
  lines.push(`	request, err := http.NewRequest(${plain(request.method)}, ${plain(request.url)}, ${body})`, ...goCheck);
  for (const [name, value] of headers) lines.push(`	request.Header.Set(${plain(name)}, ${plain(value)})`);
  lines.push(
    '',
    '	response, err := http.DefaultClient.Do(request)',
    ...goCheck,
    '	defer response.Body.Close()',
    '	text, err := io.ReadAll(response.Body)',
    ...goCheck,
    '	fmt.Println(string(text))',
  );
  return [
    'package main',
    '',
    'import (',
    ...[...imports].sort().map((name) => `	"${name}"`),
    ')',
    '',
    'func main() {',
    ...lines,
    '}',
  ].join('\n');
};
const goCheck = ['	if err != nil {', '		panic(err)', '	}'];

/** `java.net.http` (Java 11); a text block for a body with several lines (Java 15). */
export const java: PrintSample = (request) => {
  const { pieces, headers, hasFile, only } = take(request);
  const lines: string[] = [];
  const imports = ['java.net.URI', 'java.net.http.HttpClient', 'java.net.http.HttpRequest', 'java.net.http.HttpResponse'];
  let publisher = 'HttpRequest.BodyPublishers.noBody()';
  if (only !== undefined) {
    const block = javaBlock(only, '            ');
    if (block !== undefined) lines.push(`        String body = ${block};`);
    publisher = `HttpRequest.BodyPublishers.ofString(${block === undefined ? plain(only) : 'body'})`;
  } else if (pieces !== undefined) {
    imports.push('java.io.ByteArrayOutputStream', 'java.nio.charset.StandardCharsets');
    if (hasFile) imports.push('java.nio.file.Files', 'java.nio.file.Path');
    lines.push('        ByteArrayOutputStream body = new ByteArrayOutputStream();');
    for (const piece of pieces)
      lines.push(
        `        body.write(${'text' in piece ? `${plain(piece.text)}.getBytes(StandardCharsets.UTF_8)` : `Files.readAllBytes(Path.of(${plain(piece.file)}))`});`,
      );
    publisher = 'HttpRequest.BodyPublishers.ofByteArray(body.toByteArray())';
  }
  return [
    ...imports.sort().map((name) => `import ${name};`),
    '',
    'public class Main {',
    '    public static void main(String[] args) throws Exception {',
    ...lines,
    `        HttpRequest request = HttpRequest.newBuilder(URI.create(${plain(strictUri(request.url))}))`,
    ...headers.map(([name, value]) => `            .header(${plain(name)}, ${plain(value)})`),
    `            .method(${plain(request.method)}, ${publisher})`,
    '            .build();',
    '',
    '        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    '        System.out.println(response.body());',
    '    }',
    '}',
  ].join('\n');
};

/** The HTTP client of the JVM; a body is a concatenation of byte arrays. */
export const kotlin: PrintSample = (request) => {
  const { pieces, headers, hasFile, only } = take(request);
  const lines: string[] = [];
  const imports = ['java.net.URI', 'java.net.http.HttpClient', 'java.net.http.HttpRequest', 'java.net.http.HttpResponse'];
  let publisher = 'HttpRequest.BodyPublishers.noBody()';
  if (only !== undefined) publisher = `HttpRequest.BodyPublishers.ofString(${dollar(only)})`;
  else if (pieces !== undefined) {
    if (hasFile) imports.push('java.io.File');
    lines.push(
      `    val body = ${joinPieces(
        pieces,
        (text) => `${dollar(text)}.toByteArray()`,
        (file) => `File(${dollar(file)}).readBytes()`,
        ' + ',
      )}`,
    );
    publisher = 'HttpRequest.BodyPublishers.ofByteArray(body)';
  }
  return [
    ...imports.sort().map((name) => `import ${name}`),
    '',
    'fun main() {',
    ...lines,
    `    val request = HttpRequest.newBuilder(URI.create(${dollar(strictUri(request.url))}))`,
    ...headers.map(([name, value]) => `        .header(${dollar(name)}, ${dollar(value)})`),
    `        .method(${dollar(request.method)}, ${publisher})`,
    '        .build()',
    '',
    '    val response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString())',
    '    println(response.body())',
    '}',
  ].join('\n');
};

/** `HttpClient` with top-level statements. Content headers are set on the content: .NET rejects them elsewhere. */
export const csharp: PrintSample = (request) => {
  const { pieces, headers, only } = take(request);
  const isContent = ([name]: readonly [string, string]): boolean => /^content-/i.test(name);
  const lines = [
    'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(new HttpMethod(${plain(request.method)}), ${plain(request.url)});`,
  ];
  for (const [name, value] of headers.filter((header) => !isContent(header)))
    lines.push(`request.Headers.TryAddWithoutValidation(${plain(name)}, ${plain(value)});`);
  if (pieces !== undefined) {
    const bytes =
      only !== undefined
        ? `System.Text.Encoding.UTF8.GetBytes(${plain(only)})`
        : `[${joinPieces(
            pieces,
            (text) => `..System.Text.Encoding.UTF8.GetBytes(${plain(text)})`,
            (file) => `..File.ReadAllBytes(${plain(file)})`,
            ', ',
          )}]`;
    lines.push(`request.Content = new ByteArrayContent(${bytes});`);
    for (const [name, value] of headers.filter(isContent))
      lines.push(`request.Content.Headers.TryAddWithoutValidation(${plain(name)}, ${plain(value)});`);
  }
  return [
    ...lines,
    '',
    'using var response = await client.SendAsync(request);',
    'Console.WriteLine(await response.Content.ReadAsStringAsync());',
  ].join('\n');
};

/** `URLSession` with top-level `await`. */
export const swift: PrintSample = (request) => {
  const { pieces, headers } = take(request);
  const lines = [
    'import Foundation',
    '',
    `var request = URLRequest(url: URL(string: ${braces(request.url)})!)`,
    `request.httpMethod = ${braces(request.method)}`,
  ];
  for (const [name, value] of headers) lines.push(`request.setValue(${braces(value)}, forHTTPHeaderField: ${braces(name)})`);
  if (pieces !== undefined) {
    lines.push('var body = Data()');
    for (const piece of pieces)
      lines.push(
        `body.append(${'text' in piece ? `Data(${braces(piece.text)}.utf8)` : `try Data(contentsOf: URL(fileURLWithPath: ${braces(piece.file)}))`})`,
      );
    lines.push('request.httpBody = body');
  }
  return [
    ...lines,
    '',
    'let (data, _) = try await URLSession.shared.data(for: request)',
    'print(String(decoding: data, as: UTF8.self))',
  ].join('\n');
};

/** `reqwest` in its blocking form, because the standard library has no HTTP client. */
export const rust: PrintSample = (request) => {
  const { pieces, headers, only } = take(request);
  const lines: string[] = [];
  const block = only === undefined ? undefined : rustBlock(only);
  if (block !== undefined) lines.push(`    let body = ${block};`);
  if (pieces !== undefined && only === undefined) {
    lines.push('    let mut body: Vec<u8> = Vec::new();');
    for (const piece of pieces)
      lines.push(`    body.extend(${'text' in piece ? `${braces(piece.text)}.as_bytes()` : `std::fs::read(${braces(piece.file)})?`});`);
  }
  lines.push(
    '    let response = reqwest::blocking::Client::new()',
    `        .request(reqwest::Method::from_bytes(${braces(request.method)}.as_bytes())?, ${braces(request.url)})`,
  );
  for (const [name, value] of headers) lines.push(`        .header(${braces(name)}, ${braces(value)})`);
  if (pieces !== undefined) lines.push(`        .body(${only !== undefined && block === undefined ? braces(only) : 'body'})`);
  lines.push('        .send()?;', '', '    println!("{}", response.text()?);', '    Ok(())');
  return ['fn main() -> Result<(), Box<dyn std::error::Error>> {', ...lines, '}'].join('\n');
};

/** `package:http`. Bodies are bytes, so that the package adds no charset to the content type. */
export const dart: PrintSample = (request) => {
  const { pieces, headers, hasFile } = take(request);
  const imports = ["import 'dart:convert';", ...(hasFile ? ["import 'dart:io';"] : []), "import 'package:http/http.dart' as http;"];
  const lines = [`  final request = http.Request(${dollar(request.method)}, Uri.parse(${dollar(request.url)}));`];
  if (headers.length > 0)
    lines.push('  request.headers.addAll({', ...headers.map(([name, value]) => `    ${dollar(name)}: ${dollar(value)},`), '  });');
  if (pieces !== undefined) {
    lines.push(
      '  request.bodyBytes = [',
      ...pieces.map((piece) =>
        'text' in piece ? `    ...utf8.encode(${dollar(piece.text)}),` : `    ...await File(${dollar(piece.file)}).readAsBytes(),`,
      ),
      '  ];',
    );
  }
  return [
    ...imports,
    '',
    'Future<void> main() async {',
    ...lines,
    '',
    '  final response = await http.Response.fromStream(await request.send());',
    '  print(utf8.decode(response.bodyBytes));',
    '}',
  ].join('\n');
};

const libcurl =
  (language: 'c' | 'cpp'): PrintSample =>
  (request) => {
    const body = request.body;
    // libcurl adds the boundary.
    const type = body?.kind === 'multipart' ? body.mediaType : undefined;
    const headers = [...allHeaders(request), ...(type === undefined ? [] : [['Content-Type', type] as const])];
    const lines = ['  CURL *curl = curl_easy_init();'];
    const option = (name: string, value: string): number => lines.push(`  curl_easy_setopt(curl, CURLOPT_${name}, ${value});`);
    option('URL', cLiteral(request.url));
    option('CUSTOMREQUEST', cLiteral(request.method));
    if (request.method === 'HEAD') option('NOBODY', '1L');
    if (headers.length > 0) {
      lines.push(`  struct curl_slist *headers = ${language === 'c' ? 'NULL' : 'nullptr'};`);
      for (const [name, value] of headers)
        lines.push(`  headers = curl_slist_append(headers, ${cLiteral(value === '' ? `${name};` : `${name}: ${value}`)});`);
      option('HTTPHEADER', 'headers');
    }
    if (body?.kind === 'text') {
      option('POSTFIELDSIZE', `${byteLength(body.text)}L`);
      option('POSTFIELDS', cLiteral(body.text));
    } else if (body?.kind === 'multipart') {
      lines.push('  curl_mime *form = curl_mime_init(curl);', '  curl_mimepart *part;');
      let lists = 0;
      for (const { name, contentType, headers: own = [], value } of body.parts) {
        lines.push('  part = curl_mime_addpart(form);');
        if (name !== undefined) lines.push(`  curl_mime_name(part, ${cLiteral(name)});`);
        lines.push(
          'text' in value
            ? `  curl_mime_data(part, ${cLiteral(value.text)}, ${byteLength(value.text)});`
            : `  curl_mime_filedata(part, ${cLiteral(value.$file.name)});`,
        );
        if (contentType !== undefined) lines.push(`  curl_mime_type(part, ${cLiteral(contentType)});`);
        if (own.length === 0) continue;
        lists += 1;
        lines.push(`  struct curl_slist *part_headers_${lists} = ${language === 'c' ? 'NULL' : 'nullptr'};`);
        for (const [header, text] of own)
          lines.push(`  part_headers_${lists} = curl_slist_append(part_headers_${lists}, ${cLiteral(`${header}: ${text}`)});`);
        lines.push(`  curl_mime_headers(part, part_headers_${lists}, 1);`);
      }
      option('MIMEPOST', 'form');
    } else if (body?.kind === 'file') {
      lines.push(`  FILE *file = fopen(${cLiteral(body.file.$file.name)}, "rb");`);
      option('UPLOAD', '1L');
      option('READDATA', 'file');
    }
    lines.push('  curl_easy_perform(curl);', '  curl_easy_cleanup(curl);', '  return 0;');
    const includes = language === 'c' ? ['#include <stdio.h>', '#include <curl/curl.h>'] : ['#include <cstdio>', '#include <curl/curl.h>'];
    return [...includes, '', language === 'c' ? 'int main(void) {' : 'int main() {', ...lines, '}'].join('\n');
  };

/** libcurl, which supports multipart itself: no boundary is needed here. */
export const c: PrintSample = libcurl('c');
/** The same program as for C, with C++ syntax. */
export const cpp: PrintSample = libcurl('cpp');

function take(request: BuiltRequest): { pieces?: readonly BodyPiece[]; headers: Headers; hasFile: boolean; only?: string } {
  const pieces = bodyPieces(request)?.pieces;
  const first = pieces?.length === 1 ? pieces[0] : undefined;
  return {
    pieces,
    headers: headersWithBody(request),
    hasFile: pieces?.some((piece) => 'file' in piece) ?? false,
    only: first !== undefined && 'text' in first ? first.text : undefined,
  };
}

/** `java.net.URI` follows RFC 2396 and rejects characters that newer parsers accept. */
function strictUri(url: string): string {
  return url.replace(/[[\]|^`{}\\"<>]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
