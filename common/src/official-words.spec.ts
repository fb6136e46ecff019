import { describe, expect, it } from '@jest/globals';
import { posesAsBank } from './official-words.js';
import { isReservedMoniker } from './reserved-monikers.js';

describe('isReservedMoniker', () => {
  it.each([
    ...[
      'moniker',
      'moniker_security',
      'monikersupport',
      'm0niker',
      'mon1ker',
      'monlker',
      'rnoniker',
      'm_o_niker',
    ],
    ...[
      'themoniker',
      'moniker2',
      'moniker_fraud_nora',
      '_moniker_',
      'm0n1ker_t3am',
      'support',
      '5upport',
      'supp0rt_24',
    ],
    ...[
      'adm1n',
      'admin_1',
      'security_team',
      'securityteam',
      'fraud_dept',
      'the_bank',
      'customer_care',
      'help_desk',
    ],
    ...['bank_support', 'official_support', 'no_reply_', 'r00t', 'refunds', 'mailer_daemon', 'kyc_team'],
  ])('reserves %s [REG-30]', (moniker) => {
    expect(isReservedMoniker(moniker)).toBe(true);
  });

  it.each([
    ...[
      'monika',
      'monica_k',
      'moni',
      'nora',
      'ada_admin',
      'support_nkosi',
      'bankole',
      'banks',
      'burbank',
      'rob_banks',
    ],
    ...[
      'moniker_fan',
      'harmoniker',
      'philharmoniker_team',
      'teamsters',
      'steam',
      'legally_lena',
      'root66a',
      'security_nerd',
      'the_real_bob',
    ],
    ...['bobs_bikes', 'alice', 'ivy', 'helper', 'kommi', '123', 'my_the', 'monkey', 'joker', 'monitor'],
  ])('leaves %s to customers [REG-30]', (moniker) => {
    expect(isReservedMoniker(moniker)).toBe(false);
  });
});

describe('posesAsBank', () => {
  it.each([
    ...[
      'Moniker Support',
      'moniker-team',
      'MONIKER  Bank',
      'M0niker Security',
      'Rnoniker Support',
      'Team Moniker',
    ],
    // Cyrillic, Greek, small capitals, fullwidth, an accent, and a zero-width space.
    ...[
      'Mоniker Suppоrt',
      'Μoniker Τeam',
      'ᴍᴏɴɪᴋᴇʀ ꜱᴜᴘᴘᴏʀᴛ',
      'Ｍｏｎｉｋｅｒ Ｔｅａｍ',
      'Mónikér Support',
      'Mon\u200biker Team',
    ],
    ...['Customer Service', 'Support Team', 'Fraud Department', 'SupportTeam', 'The Bank'],
    ...[
      'Nora from Moniker Support',
      'MonikerSupport',
      'Official Moniker',
      'Your Moniker Team',
      'Customer Support 24',
    ],
    ...[
      'Support (Moniker)',
      '[Moniker] Support',
      '"Moniker" Security',
      'Moniker™ Support',
      'Moniker: Support',
      'Account Security',
    ],
  ])('refuses %s [REG-31]', (name) => {
    expect(posesAsBank(name)).toBe(true);
  });

  it.each([
    ...[
      'Monika Support',
      'Support Nkosi',
      'Monika Moniker',
      'Aaron Bank',
      'Tyra Banks',
      'Elihu Root',
      'Robert Service',
    ],
    ...[
      'Security',
      'Bank',
      'Grace Help',
      'My The',
      'Bernard Kermoni',
      'Ada Byron',
      "O'Hara-Søhne",
      '李',
      'علی‌رضا',
    ],
    ...[
      'Марина Иванова',
      'Νίκος Παπαδόπουλος',
      'Wiener Philharmoniker',
      'Mary Moni Kerr',
      'Will Steam',
      'Legal Eze',
    ],
    ...['Sacheen Littlefeather', 'Jr.', '-', 'José María', 'Blessing Officer', 'Justice Admin'],
  ])('accepts %s [REG-31]', (name) => {
    expect(posesAsBank(name)).toBe(false);
  });

  it('stays fast for a long name that almost poses as the bank', () => {
    const startedAt = Date.now();
    expect(posesAsBank(`${'helpdeskteam'.repeat(2_000)}x`)).toBe(false);
    expect(Date.now() - startedAt).toBeLessThan(1_000);
  });
});
