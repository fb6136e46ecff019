/** Ends a process that could not start: one line that says why, and a failing exit code. */
export function exitWithError(program: string): (error: unknown) => void {
  return (error) => {
    console.error(`${program}: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  };
}
