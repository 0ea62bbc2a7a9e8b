import { startPostgres } from '../../test/postgres.ts';
import type { Report, Section, Size } from '../section.ts';
import { proveClockBack } from './broken-ground/clock-back.ts';
import { proveDamagedIndex } from './broken-ground/damaged-index.ts';
import { proveFullDisk } from './broken-ground/full-disk.ts';
import {
  proveReadOnlyFolder,
  proveSecondServer,
  proveTruncatedStore,
} from './broken-ground/refused-folders.ts';
import { proveStoreTrouble } from './broken-ground/store-trouble.ts';

export const brokenGround: Section = {
  name: 'broken-ground',
  title: 'Disks, clocks and stores that fail',
  run: proveBrokenGround,
};

async function proveBrokenGround(size: Size, report: Report): Promise<void> {
  // What is small may run side by side; figures that are written down are taken one after the other.
  if (size === 'smoke') {
    await Promise.all([proveFolders(size, report), provePostgres(size, report)]);
    return;
  }
  await proveFolders(size, report);
  await provePostgres(size, report);
}

async function proveFolders(size: Size, report: Report): Promise<void> {
  await proveSecondServer(report);
  await proveReadOnlyFolder(report);
  await proveTruncatedStore(size, report);
  await proveFullDisk(size, report);
  await proveDamagedIndex(size, report);
  await proveClockBack(report);
}

async function provePostgres(size: Size, report: Report): Promise<void> {
  const postgres = await startPostgres().catch((error: unknown) => {
    report.note(
      `Not made: PostgreSQL away, slow and hanging; it could not be started here (${String(error)}).`,
    );
    return undefined;
  });
  if (!postgres) return;
  try {
    await proveStoreTrouble(size, report, postgres);
  } finally {
    await postgres.stop();
  }
}
