import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const SOURCES = path.resolve(import.meta.dirname, '..');

/** The only handler whose command names several customers. It refuses only those items that are the admin's own. */
const OF_SEVERAL_CUSTOMERS = 'DecideTransactionsHandler';

/** The only command sender that is not a controller. It requests scheduled transfers when they are due. */
const WITHOUT_ROUTE = 'payments/plans/plan-runner.service.ts';

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.(spec|fixtures)\.ts$/.test(name))
  .map((name) => ({
    name: name.split(path.sep).join('/'),
    text: readFileSync(path.join(SOURCES, name), 'utf8'),
  }));

const named = (suffix: string) => files.filter(({ name }) => name.endsWith(suffix));
const matchesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, group]) => group ?? []);

const adminCommands = files.flatMap(({ text }) =>
  matchesOf(text, /class (\w+Command) extends AdminCommand</g),
);

describe('a route that changes the ledger', () => {
  it('leaves the change to a command handler: only handlers, proposals, the seed and the programs use the writer', () => {
    const users = files
      .filter(
        ({ name, text }) =>
          text.includes('LedgerWriter') && !/^(admin\/approvals|ledger|seed|apps)\//.test(name),
      )
      .map(({ name }) => name);
    expect(users.length).toBeGreaterThan(8);
    expect(users.filter((name) => !name.endsWith('.handler.ts'))).toEqual([]);
  });

  it('dispatches its command through the command bus, unlike reads, which call services directly', () => {
    expect(files.filter(({ text }) => text.includes('QueryBus')).map(({ name }) => name)).toEqual([]);
    const dispatchers = files.filter(
      ({ text }) => /new \w+Command\(/.test(text) && text.includes('CommandBus'),
    );
    const others = dispatchers.filter(({ name }) => !name.endsWith('.controller.ts'));
    expect(others.map(({ name }) => name)).toEqual([WITHOUT_ROUTE]);
  });

  it.each(named('.handler.ts').map(({ name, text }) => [name, text]))(
    'has a handler in the common form: %s',
    (name, text) => {
      const [, base = ''] = /([a-z-]+)\.handler\.ts$/.exec(name) ?? [];
      const what = base.replaceAll(/(^|-)([a-z])/g, (_match, _dash, letter: string) => letter.toUpperCase());
      expect(matchesOf(text, /@CommandHandler\((\w+)\)/g)).toEqual([`${what}Command`]);
      expect(text).toMatch(new RegExp(`class ${what}Handler\\s+(extends [^{]+)?implements ICommandHandler`));
      const command = files.find((file) => file.name === name.replace('.handler.', '.command.'))?.text ?? '';
      expect(command).toMatch(new RegExp(`class ${what}Command extends (Admin)?Command<`));
      // A visitor has no actor yet.
      expect(command).toMatch(
        /readonly context: (CommandContext|Omit<CommandContext, 'actor'>),\n( +readonly idempotency: .*,\n)?( +\/\*\* .*\n +readonly approval\?: Approval,\n)? +\) \{/,
      );
    },
  );
});

describe('an admin command', () => {
  it('is the only kind of command that admin routes dispatch [ADM-27]', () => {
    const controllers = named('.controller.ts').filter(({ text }) => text.includes('@ForAdmins('));
    const dispatched = controllers.flatMap(({ text }) => matchesOf(text, /new (\w+Command)\(/g));
    expect(dispatched.length).toBeGreaterThan(8);
    expect(dispatched.filter((command) => !adminCommands.includes(command))).toEqual([]);
  });

  it.each(adminCommands)(
    'is refused for the admin’s own account before it is handled: %s [ADM-27]',
    (command) => {
      const handler = command.replace('Command', 'Handler');
      const text = named('.handler.ts').find((file) => file.text.includes(`class ${handler}`))?.text ?? '';
      const base =
        handler === OF_SEVERAL_CUSTOMERS ? 'PreparedDecisions' : `extends AdminCommandHandler<${command}`;
      expect(text).toContain(base);
    },
  );
});
