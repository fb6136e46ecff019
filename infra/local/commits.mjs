// @ts-check
// `npm run commits` checks the commits since origin/main; `npm run commits -- <base>` checks those since `<base>`.
import { explain } from './problem.mjs';
import { checkCommits } from './testing/check-commits.mjs';

try {
  const { checked, problems } = await checkCommits({ base: process.argv[2] });
  for (const problem of problems) console.error(`✗  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`✓  Commits checked: ${checked}`);
} catch (error) {
  console.error(`✗  ${explain(error)}`);
  process.exitCode = 1;
}
