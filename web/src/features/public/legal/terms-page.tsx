import { BRAND } from '@moniker/common/brand.js';
import { LegalPage, SupportAddress } from './legal-page';

export function TermsPage() {
  return (
    <LegalPage title="Terms of Service">
      <p>A {BRAND} account is free. There are no hidden or monthly fees.</p>
      <p>
        A transfer costs 2% of its amount. You see the fee before you confirm, and we charge it only when the
        transfer completes.
      </p>
      <p>
        You can send up to $2,000 a day. We review every transfer before it leaves. The amount is on hold
        until the transfer completes, fails or is canceled.
      </p>
      <p>
        Each person can have one account. To send money, you need a checking account, which we open once we've
        verified your identity.
      </p>
      <p>
        Questions: <SupportAddress />.
      </p>
    </LegalPage>
  );
}
