/** Checks what hooks return: they are code of the project, and JavaScript does not check types. */
import { z } from 'zod';
import type { FrontMatterChange, PageFindings, SiteChanges } from '../../../model/site-hooks.ts';

/** An output as declared, without its function. */
export interface DeclaredOutput {
  readonly path: string;
  readonly mediaType?: string | undefined;
}

const frontMatter = z.strictObject({
  title: z.string().optional(),
  sidebarTitle: z.string().optional(),
  description: z.string().optional(),
  tag: z.string().optional(),
  deprecated: z.boolean().optional(),
  hidden: z.boolean().optional(),
} satisfies Record<keyof FrontMatterChange, z.ZodType>);

const siteChanges = z.strictObject({
  variables: z.record(z.string().regex(/^[\w.-]+$/, 'a name has letters, digits, "_", "-" and "."'), z.string()).optional(),
  frontMatter: z.record(z.string(), frontMatter).optional(),
  pages: z.array(z.strictObject({ file: z.string(), text: z.string() })).optional(),
} satisfies Record<keyof SiteChanges, z.ZodType>);

const pageFindings = z.strictObject({
  problems: z
    .array(
      z.strictObject({
        message: z.string().min(1),
        hint: z.string().optional(),
        severity: z.enum(['error', 'warning']).optional(),
        line: z.int().positive().optional(),
        column: z.int().positive().optional(),
      }),
    )
    .optional(),
  data: z.unknown().optional(),
} satisfies Record<keyof PageFindings, z.ZodType>);

const outputs = z.array(
  z.strictObject({
    path: z.string(),
    mediaType: z
      .string()
      .regex(/^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w.-]+)*$/, 'not a media type, such as application/json')
      .optional(),
  }),
);

/** The schemas by hook; no value is an empty one. */
const schemas = { siteLoaded: siteChanges, pageCompiled: pageFindings, outputs } as const;

/** The types of the results by hook. */
export type HookResults = { readonly [Name in keyof typeof schemas]: z.infer<(typeof schemas)[Name]> };

/** The checked result of a hook, or why it is not one. `json`: undefined for no value. */
export function hookResult<Name extends keyof HookResults>(
  hook: Name,
  json: string | undefined,
): { readonly value: HookResults[Name] } | { readonly reason: string } {
  const parsed = schemas[hook].safeParse(json === undefined || json === 'null' ? (hook === 'outputs' ? [] : {}) : JSON.parse(json));
  if (parsed.success) return { value: parsed.data as HookResults[Name] };
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? []).map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return { reason: `its result${path} is wrong: ${issue?.message ?? 'another type is expected'}` };
}
