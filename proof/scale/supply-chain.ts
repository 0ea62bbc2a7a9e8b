import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report, Section } from '../section.ts';

const root = join(import.meta.dirname, '..', '..');

export const supplyChain: Section = {
  name: 'supply-chain',
  title: 'What it is made of',
  async run(_size, report) {
    proveReasons(report);
    proveBillOfMaterials(report);
    proveAudit(report);
  },
};

/** Every package that is installed to run the service has its reason in the documentation. */
function proveReasons(report: Report): void {
  const workspaces = stringsOf(readJson('package.json').workspaces);
  const manifests = ['', ...workspaces].map((folder) => readJson(join(folder, 'package.json')));
  const own = new Set(manifests.map(({ name }) => String(name)));
  const needed = new Set(
    manifests
      .flatMap(({ dependencies, optionalDependencies }) => [
        ...Object.keys(Object(dependencies)),
        ...Object.keys(Object(optionalDependencies)),
      ])
      .filter((name) => !own.has(name)),
  );
  const page = readFileSync(join(root, 'docs', 'dependencies.md'), 'utf8');
  const table = /## At run time\n([\s\S]*?)\n## /.exec(page)?.[1] ?? '';
  // The first cell of a row names one package or more.
  const named = new Set(
    table
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => Array.from(line.split('|')[1]?.matchAll(/`([^`]+)`/g) ?? [], ([, name]) => name)),
  );
  const missing = [...needed].filter((name) => !named.has(name));
  const extra = [...named].filter((name) => name !== undefined && !needed.has(name));
  report.check(
    'direct dependencies at run time with a reason in docs/dependencies.md',
    missing.length === 0 && extra.length === 0 && needed.size > 0,
    `${needed.size - missing.length} of ${needed.size}${missing.length > 0 ? `, without: ${missing.join(', ')}` : ''}${extra.length > 0 ? `; named but not used: ${extra.join(', ')}` : ''}`,
    'all, and no other',
  );
}

/** A list of all that is installed to run it, made offline from the lock file. */
function proveBillOfMaterials(report: Report): void {
  const { status, stdout, stderr } = npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev');
  if (status !== 0) {
    report.tell('bill of materials', 'not made');
    report.note(`npm could not make a bill of materials: ${stderr.trim().split('\n').at(-1)}`);
    return;
  }
  const bill: Record<string, unknown> = JSON.parse(stdout);
  const components = (Array.isArray(bill.components) ? bill.components : []).map(Object);
  const licences = new Map<string, number>();
  const without: string[] = [];
  for (const { name, licenses } of components) {
    const found = (Array.isArray(licenses) ? licenses : []).flatMap((one) => {
      const { license, expression } = Object(one);
      return [Object(license).id ?? Object(license).name ?? expression].filter(
        (value) => typeof value === 'string',
      );
    });
    if (found.length === 0) without.push(String(name));
    for (const licence of found) licences.set(licence, (licences.get(licence) ?? 0) + 1);
  }
  report.check(
    'components of the CycloneDX bill of materials that name their licence',
    bill.bomFormat === 'CycloneDX' && components.length > 0 && without.length === 0,
    `${components.length - without.length} of ${components.length}${without.length > 0 ? `, without: ${without.join(', ')}` : ''}`,
    'all',
  );
  const counts = [...licences].sort(([, a], [, b]) => b - a).map(([licence, count]) => `${licence} ${count}`);
  report.tell('their licences', counts.join(', '));
  report.note(
    'The bill is made by `npm sbom --sbom-format cyclonedx --omit dev`; it is not kept in the repository.',
  );
}

/** Known faults of what is installed, where the registry tells them. */
function proveAudit(report: Report): void {
  const { stdout } = npm('audit', '--omit=dev', '--json');
  const { metadata, message } = stdout.trim().startsWith('{') ? JSON.parse(stdout) : Object({});
  const vulnerabilities: unknown = Object(metadata).vulnerabilities;
  if (typeof vulnerabilities !== 'object' || vulnerabilities === null) {
    report.tell('known faults of the dependencies (npm audit)', 'not made');
    const reason = typeof message === 'string' ? message.split(' - ')[0] : 'no answer';
    report.note(`npm audit could not be made: the registry did not answer it (${reason}).`);
    return;
  }
  const { total, ...levels } = Object(vulnerabilities);
  const found = Object.entries(levels).filter(([, count]) => count !== 0);
  report.check(
    'known faults of the dependencies (npm audit)',
    total === 0,
    found.length === 0 ? 'none' : found.map(([level, count]) => `${count} ${level}`).join(', '),
    'none',
  );
}

function npm(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  // Under npm this is the npm that runs us; it wants the Node it came with.
  const { npm_execpath: own, npm_node_execpath: node } = process.env;
  const [command, first] = own && node ? [node, [own]] : ['npm', []];
  const { status, stdout, stderr, error } = spawnSync(command, [...first, ...args], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, stdout: stdout ?? '', stderr: error ? error.message : stderr };
}

function readJson(path: string): Record<string, unknown> {
  const parsed: Record<string, unknown> = JSON.parse(readFileSync(join(root, path), 'utf8'));
  return parsed;
}

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
