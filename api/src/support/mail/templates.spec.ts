import { describe, expect, it } from '@jest/globals';
import { LEDGER_MAILS, MAILS } from '../../outbox/mail-templates.js';
import { htmlToText, words } from './html-to-text.fixtures.js';
import { EMPTY_CONTEXT } from './template-context.js';
import { renderTemplate, type TemplateValues } from './templates.js';

const MARKUP = `<b>"O'Hara" & Söhne</b>`;
const HREF = 'https://bank.example/dashboard?transaction=1';
const VALUES: TemplateValues = {
  firstName: MARKUP,
  secret: '012345',
  context: {
    transaction: {
      amount: '$10.00',
      fee: '$0.20',
      net: '$9.80',
      date: 'Nov 20, 2026, 4:05 PM EST',
      recipientName: MARKUP,
      fromAccount: MARKUP,
      description: `two\nlines ${MARKUP}`,
      paymentFor: MARKUP,
      customerReason: MARKUP,
      isPlanned: false,
      href: HREF,
    },
    accountRequest: { lastDigits: '6789', statusMessage: MARKUP, wasApproved: false, href: HREF },
    plan: {
      ...{ text: "We couldn't make it.", amount: '$10.00', recipientName: MARKUP },
      ...{ replacesPlan: false, href: HREF },
    },
    signIn: { browser: MARKUP, date: 'Nov 20, 2026, 4:05 PM EST', href: HREF },
    documents: ['EIN document'],
  },
};

describe('mail templates', () => {
  it.each(MAILS)('%s has the same content in HTML and in text [MAIL-1]', (name) => {
    const { html, text, subject } = renderTemplate(name, VALUES);
    expect(subject).toContain('Moniker');
    expect(words(htmlToText(html))).toEqual(words(`Moniker\n${text}`));
  });

  it.each(['transfer-failed', 'transfer-reversed'] as const)(
    '%s says whom to ask if no reason is given [TRF-86]',
    (name) => {
      const { transaction } = VALUES.context;
      const silent = {
        ...VALUES.context,
        transaction: transaction && { ...transaction, customerReason: null },
      };
      const ask = 'If you’d like to know why, write to';
      expect(renderTemplate(name, { ...VALUES, context: silent }).text).toContain(ask);
      expect(renderTemplate(name, VALUES).text).not.toContain(ask);
      expect(renderTemplate(name, VALUES).text).toContain('The reason:\n');
    },
  );

  it.each([
    [['EIN document'], 'We need this document again: EIN document.', 'Sign in to send it. We’ve kept'],
    [['A', 'B'], 'We need these documents again: A; B.', 'Sign in to send them. We’ve kept'],
    [[], 'We couldn’t verify your identity.', 'submit a new application'],
  ])('kyc-rejected says what to do if it asks for the documents %j again [KYC-70]', (documents, ...texts) => {
    const context = { ...VALUES.context, documents };
    const { text } = renderTemplate('kyc-rejected', { ...VALUES, context });
    for (const part of texts) expect(text).toContain(part);
  });

  it.each([
    [false, 'wasn’t approved', 'We couldn’t approve your request for a checking account.'],
    [true, 'is no longer approved', 'Its number no longer works, and you can’t send money.'],
  ])('account-rejected says whether an approval was withdrawn: %p [MAIL-2]', (wasApproved, title, text) => {
    const { accountRequest } = VALUES.context;
    const context = {
      ...VALUES.context,
      accountRequest: accountRequest && { ...accountRequest, wasApproved },
    };
    const rendered = renderTemplate('account-rejected', { ...VALUES, context });
    expect(rendered.subject).toBe(`Your Moniker checking account ${title}`);
    expect(rendered.text).toContain(text);
  });

  it.each([
    ['account-frozen', 'You can’t sign in or send money until we unfreeze your account.'],
    [
      'account-frozen-for-sending',
      'You can sign in again, but you can’t send or ask for money until we unfreeze it. Payments to you still arrive.',
    ],
  ] as const)('%s says whether the customer can still sign in [ADM-61]', (name, effect) => {
    expect(renderTemplate(name, VALUES).text).toContain(effect);
  });

  it('verify-registration says how to use the code in another browser [REG-12]', () => {
    expect(renderTemplate('verify-registration', VALUES).text).toContain(
      'If you switch browsers, sign in there with your password first.',
    );
  });

  it.each([
    ['password-changed', 'We signed you out everywhere else.\n'],
    ['password-was-reset', 'We signed you out everywhere.\n'],
  ] as const)('%s says where the customer was signed out [AUTH-14, AUTH-15]', (name, effect) => {
    expect(renderTemplate(name, VALUES).text).toContain(`Your password was just changed. ${effect}`);
  });

  it.each(MAILS)('%s keeps typed text from reordering the words around it [MAIL-30]', (name) => {
    const typed = 'ehT .Balanced \u202e$1,000.00 \u2069';
    const { context } = VALUES;
    const { transaction, accountRequest, plan, signIn } = context;
    const { text, html } = renderTemplate(name, {
      firstName: typed,
      secret: name === 'kyc-rejected' ? typed : '012345',
      context: {
        transaction: transaction && {
          ...transaction,
          recipientName: typed,
          fromAccount: typed,
          description: typed,
          paymentFor: typed,
          customerReason: typed,
        },
        accountRequest: accountRequest && { ...accountRequest, statusMessage: typed },
        plan: plan && { ...plan, recipientName: typed },
        signIn: signIn && { ...signIn, browser: typed },
        documents: [],
      },
    });
    for (const part of [text, html]) {
      expect(part).toContain('\u2068ehT .Balanced $1,000.00');
      expect(part.replaceAll(/\u2068[^\u2068\u2069]*\u2069/g, '')).not.toMatch(
        /[\u202a-\u202e\u2066-\u2069]/,
      );
    }
  });

  it.each(MAILS)('%s escapes markup everywhere [MAIL-3, SEC-8]', (name) => {
    const { html } = renderTemplate(name, VALUES);
    expect(html).not.toContain('<b>');
    expect(html).toContain('&lt;b&gt;&quot;O&#39;Hara&quot; &amp; Söhne&lt;/b&gt;');
  });

  it('show the code without separators, so it can be copied', () => {
    const { html, text } = renderTemplate('verify-email', VALUES);
    expect(html).toContain('>012345<');
    expect(text).toContain('012345');
  });

  it('load no external resources and link only to the bank [MAIL-3]', () => {
    for (const name of MAILS) {
      const { html } = renderTemplate(name, VALUES);
      expect(html).not.toMatch(/src=|url\(/);
      const withoutLinks = html.replaceAll(`href="${HREF}"`, '').replaceAll(`href="${HREF}#012345"`, '');
      expect(withoutLinks).not.toMatch(/https?:|href=/);
    }
  });

  it('keep typed text on a single line of the details', () => {
    const { text } = renderTemplate('money-received', VALUES);
    expect(text).toContain(`Description  two lines ${MARKUP}\n`);
  });

  it.each(LEDGER_MAILS.filter((name) => name.startsWith('money-')))(
    '%s states no fee, because receiving money is free [MAIL-2]',
    (name) => {
      const { text } = renderTemplate(name, VALUES);
      expect(text).toMatch(/^Amount +\$10\.00$/m);
      expect(text).not.toMatch(/^(Fee|Net amount) /m);
    },
  );

  it.each(LEDGER_MAILS.filter((name) => name.startsWith('transfer-')))(
    '%s states the fee that is charged [MAIL-2]',
    (name) => {
      const isFree = ['failed', 'cancelled', 'canceled-by-customer'].includes(name.replace('transfer-', ''));
      const { text } = renderTemplate(name, VALUES);
      const amounts = text.split('\n').filter((line) => /^(Amount|Fee|Net amount) /.test(line));
      expect(amounts.map((line) => line.replace(/ {2,}/, ': '))).toEqual([
        'Amount: $10.00',
        ...(name === 'transfer-reversed'
          ? []
          : isFree
            ? ['Fee: $0.00']
            : ['Fee: $0.20', 'Net amount: $9.80']),
      ]);
    },
  );

  it.each([
    'transfer-failed',
    'transfer-cancelled',
    'transfer-canceled-by-customer',
    'transfer-reopened',
  ] as const)('%s says nothing that would be wrong if the transfer had once been completed', (name) => {
    const { text } = renderTemplate(name, VALUES);
    expect(text).not.toMatch(/left your account|weren’t charged|resumed/);
  });

  it('say what an owner without access can do about a change to the team', () => {
    const { text } = renderTemplate('team-changed', VALUES);
    expect(text).toContain('If you can’t open the admin panel, ask another owner or write to');
  });

  it('about a reversal say whose transfer was reversed', () => {
    const { text } = renderTemplate('transfer-reversed', VALUES);
    expect(text).toContain('We’ve reversed your completed transfer.');
  });

  it('about the end of a freeze do not say that sign-in was blocked', () => {
    expect(renderTemplate('account-unfrozen', VALUES).text).not.toContain('sign in');
  });

  it('give a reason only if the transfer was declined or reversed [TRF-86]', () => {
    const { context } = VALUES;
    const transaction = context.transaction && { ...context.transaction, customerReason: 'Unusual payment.' };
    const values = { ...VALUES, context: { ...context, transaction } };
    const explained = LEDGER_MAILS.filter((name) =>
      renderTemplate(name, values).text.includes('Unusual payment.'),
    );
    expect(explained).toEqual(['transfer-failed', 'transfer-reversed']);
  });

  it('cannot be rendered without the code or the data that they need', () => {
    const bare = { ...VALUES, secret: null, context: EMPTY_CONTEXT };
    const complete = MAILS.filter((name) => !throws(() => renderTemplate(name, bare)));
    const aboutSecurity = MAILS.filter((name) =>
      /^(passkey|authenticator-app|recovery-code|factors|account-(un)?frozen|account-locked|wrong-)/.test(
        name,
      ),
    );
    expect(complete).toEqual(['password-changed', 'password-was-reset', ...aboutSecurity, 'kyc-approved']);
  });

  it('omit erased and missing values', () => {
    const { transaction } = VALUES.context;
    if (transaction === null) throw new Error('the values have no transaction');
    const erased = {
      ...transaction,
      recipientName: null,
      fromAccount: null,
      description: null,
      paymentFor: null,
      customerReason: null,
    };
    const accountRequest = { lastDigits: null, statusMessage: null, wasApproved: false, href: HREF };
    const context = { ...VALUES.context, transaction: erased, accountRequest };
    const values = { ...VALUES, context };
    for (const name of MAILS) expect(renderTemplate(name, values).text).not.toMatch(/null|undefined/);
    expect(renderTemplate('transfer-requested', values).text).not.toContain('Recipient');
  });
});

function throws(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}
