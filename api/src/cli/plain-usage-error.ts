/**
 * Rewrites Commander's usage errors in our own words, without argument kinds and names, which users don't know.
 *
 * @param group - the command whose subcommand was looked for, with a space after it, or nothing
 */
export function plainUsageError(text: string, group = ''): string {
  return text
    .replace(/^error: /, '')
    .replace(/^unknown command '(.*?)'/, `There's no command "${group}$1". See "ledger ${group}--help".`)
    .replace(/^required option '(.*?)' not specified/, 'The option "$1" is missing. For help, add --help.')
    .replace(/^missing required argument '(.*?)'/, 'The argument "$1" is missing. For help, add --help.')
    .replace(/^unknown option '(.*?)'/, 'There\'s no option "$1". For help, add --help.')
    .replace(/^too many arguments.*/, 'Too many arguments. For help, add --help.')
    .replace(/^option '(\S+).*?' argument missing/, '$1 needs a value. For help, add --help.')
    .replace(/^option '(\S+).*?' cannot be used with option '(\S+).*?'/, "$1 can't be used with $2.")
    .replace(/^option '(\S+).*?' argument ('.*') is invalid/, "$1 $2 isn't valid")
    .replace(/command-argument value ('.*') is invalid for argument '.*?'/, "$1 isn't valid")
    .replace(/Allowed choices are (.*?)(?:, ([^,]*))?\.$/m, (_, some: string, last?: string) =>
      last === undefined ? `Use ${some}.` : `Use ${some} or ${last}.`,
    );
}
