import { Command } from 'commander';
import { plainUsageError } from '../cli/plain-usage-error.js';

/** The command line of an operator's program that changes one user. */
export function operatorCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .argument('<email>', "the user's email address")
    .configureOutput({ outputError: (text, write) => write(`${name}: ${plainUsageError(text)}`) });
}
