import type { Problem } from './finding';
import type { FileLocation } from './locations';

/** What is wrong with a service that nothing outside its module imports, or null; tests and builders do not count. */
export function serviceProblem(
  file: FileLocation,
  importers: readonly FileLocation[],
): Problem | null {
  if (file.layer !== 'modules' || file.role !== 'service') return null;
  const callers = importers.filter(
    ({ module, isTest, role }) => module !== file.module && !isTest && role !== 'builders',
  );
  if (callers.length > 0) return null;
  return {
    wrong: `no other module than ${file.module} imports this service`,
    why: 'services are what a module offers to others; the fewer there are, the freer it is inside',
    instead: `rename it to ${file.name.replace('.service.', '.actions.')} or to .internal.ts, which are private to the module`,
  };
}
