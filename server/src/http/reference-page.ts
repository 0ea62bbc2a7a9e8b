import { buckets, ErrorBody, errorTable, type Operation, operations, type Schema } from '@pandect/contract';
import { escapeHtml, pageFrame } from './page-frame.ts';

/**
 * The reference page, made from the contract. Written here rather than taken from a documentation
 * package: the usual one is a 4.4 MB script with 28 dependencies, this is a page without script.
 */
export function referencePage(version: string): string {
  const all: readonly Operation[] = Object.values(operations);
  const tags = [...new Set(all.map((operation) => operation.tag))];
  return pageFrame({
    title: 'Pandect API reference',
    version,
    navLabel: 'Operations',
    nav: `${tags.map((tag) => `<p>${escapeHtml(tag)}</p><ul>${linksOf(all.filter((o) => o.tag === tag))}</ul>`).join('\n')}
<p>More</p><ul><li><a href="#errors">Errors</a></li><li><a href="#limits">Rate limits</a></li><li><a href="/docs/guide">Guide</a></li><li><a href="/openapi.json">openapi.json</a></li></ul>`,
    main: `<h1>API reference</h1>
<p>Every request carries an API key in <code>x-api-key</code>, or a key or access token as <code>Authorization: Bearer</code>. Offsets are bytes into the UTF-8 text. Unknown parameters and fields are refused, never ignored.</p>
<pre><code>curl -H "x-api-key: $PANDECT_API_KEY" http://127.0.0.1:8080/api/v1/jobs</code></pre>
${all.map((operation) => operationSection(operation)).join('\n')}
${errorSection()}
${limitSection()}`,
  });
}

function linksOf(list: readonly Operation[]): string {
  return list.map((o) => `<li><a href="#${o.id}">${escapeHtml(o.id)}</a></li>`).join('');
}

function operationSection(operation: Operation): string {
  const parts = [
    fieldTable('Path', operation.params),
    fieldTable('Query', operation.query),
    operation.body ? fieldTable('Body', operation.body) : '',
    ...Object.entries(operation.replies).map(([status, schema]) => fieldTable(`Reply ${status}`, schema)),
  ];
  return `<section id="${operation.id}">
<h2><a href="#${operation.id}">${escapeHtml(operation.id)}</a></h2>
<p class="route"><b class="${operation.method.toLowerCase()}">${operation.method}</b> <code>${escapeHtml(operation.path)}</code></p>
<p>${prose(operation.summary)}. ${prose(operation.description)}</p>
<p class="facts">Scope <code>${operation.scope}</code>, bucket <code>${operation.bucket}</code>, ${operation.credits} credit${operation.credits === 1 ? '' : 's'} a call.</p>
${parts.join('\n')}
</section>`;
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly about: string;
}

function fieldTable(caption: string, schema: Schema): string {
  const fields = fieldsOf(schema, '');
  if (fields.length === 0) return '';
  const rows = fields.map(
    (field) =>
      `<tr><th scope="row"><code>${escapeHtml(field.name)}</code></th><td>${escapeHtml(field.type)}${field.required ? '' : ', optional'}</td><td>${prose(field.about)}</td></tr>`,
  );
  return `<table><caption>${escapeHtml(caption)}</caption><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** Flattens a schema into dotted names, lists as `name[]`. */
function fieldsOf(schema: unknown, prefix: string): Field[] {
  const properties = member(schema, 'properties');
  if (typeof properties !== 'object' || properties === null) return [];
  const required = member(schema, 'required');
  return Object.entries(properties).flatMap(([name, property]) => {
    const inner = innerOf(property);
    const path = `${prefix}${name}`;
    const field = {
      name: path,
      type: typeName(property),
      required: Array.isArray(required) && required.includes(name),
      about: String(member(property, 'description') ?? member(inner, 'description') ?? ''),
    };
    const suffix = member(property, 'type') === 'array' ? '[].' : '.';
    return [field, ...fieldsOf(inner, `${path}${suffix}`)];
  });
}

/** The object inside a list or a nullable. */
function innerOf(schema: unknown): unknown {
  if (member(schema, 'type') === 'array') return member(schema, 'items');
  const choices = member(schema, 'anyOf');
  return Array.isArray(choices) ? choices.find((choice) => member(choice, 'type') !== 'null') : schema;
}

function typeName(schema: unknown): string {
  const choices = member(schema, 'anyOf');
  if (Array.isArray(choices)) return [...new Set(choices.map(typeName))].join(' or ');
  const values = member(schema, 'enum');
  if (Array.isArray(values)) return values.join(' | ');
  const type = String(member(schema, 'type') ?? 'any');
  if (type === 'array') return `list of ${typeName(member(schema, 'items'))}`;
  const bounds = [member(schema, 'minimum'), member(schema, 'maximum')];
  if (type === 'integer' && bounds.every((bound) => bound !== undefined))
    return `integer ${bounds.join(' to ')}`;
  return String(member(schema, 'format') ?? type);
}

function errorSection(): string {
  const rows = Object.entries(errorTable).map(
    ([code, { status, when }]) =>
      `<tr><th scope="row"><code>${code}</code></th><td>${code === 'idempotency_conflict' ? '409, 422' : status}</td><td>${prose(when)}</td></tr>`,
  );
  return `<section id="errors"><h2><a href="#errors">Errors</a></h2>
<p>Every error has one shape.</p>${fieldTable('Error body', ErrorBody)}
<table><caption>Codes</caption><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">When</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`;
}

function limitSection(): string {
  const rows = Object.entries(buckets).map(
    ([name, calls]) => `<tr><th scope="row"><code>${name}</code></th><td>${calls} a minute and key</td></tr>`,
  );
  return `<section id="limits"><h2><a href="#limits">Rate limits</a></h2>
<p>Defaults; an installation may set others. <code>RateLimit</code> and <code>RateLimit-Policy</code> tell where a key stands, <code>Retry-After</code> how long to wait.</p>
<table><thead><tr><th scope="col">Bucket</th><th scope="col">Calls</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

/** Escaped text with `code` marks. */
function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}
