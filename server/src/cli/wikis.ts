import { readConfig } from '../config.ts';
import { Catalog } from '../corpus/catalog.ts';
import { nowSeconds, openStores } from '../services.ts';
import { ensureStarterCorpus, loadWikis, seedDataFolder } from '../starter-corpus.ts';
import { wikiFaults } from '../wikis/check-wiki.ts';
import { staleSources } from '../wikis/wiki-shelf.ts';

/** `pandect wikis check`: faults make the exit code 1; a stale playbook is news, not a fault. */
export async function checkCommand(
  environment: NodeJS.ProcessEnv,
  options: { json: boolean },
): Promise<void> {
  const config = readConfig(environment);
  if (config.starterCorpus) await seedDataFolder(config.dataDir, config.databaseUrl === undefined);
  const { corpus, database } = await openStores(config);
  try {
    if (config.starterCorpus) await ensureStarterCorpus(corpus);
    const catalog = new Catalog(corpus, nowSeconds);
    await catalog.refresh();
    const shelf = await loadWikis();
    const reports = shelf.pages.map((page) => ({
      slug: page.slug,
      faults: wikiFaults(page, (externalId) => catalog.find(externalId)?.facts.category),
      stale: staleSources(page, (externalId) => catalog.find(externalId)),
    }));
    const faulty = reports.filter(({ faults }) => faults.length > 0);
    const stale = reports.filter((report) => report.stale.length > 0);
    if (options.json) console.log(JSON.stringify(reports, null, 2));
    else {
      for (const { slug, faults } of faulty)
        for (const fault of faults) console.log(`FAULT ${slug}: ${fault}`);
      for (const report of stale)
        console.log(`stale ${report.slug}: newer text of ${report.stale.join(', ')}`);
      console.log(`${reports.length} playbooks, ${faulty.length} with faults, ${stale.length} stale`);
    }
    if (faulty.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}
