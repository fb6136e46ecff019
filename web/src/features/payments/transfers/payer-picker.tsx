import { AtSign, Link2 } from 'lucide-react';
import { useId } from 'react';
import { HANDLE_WORD } from '@moniker/common/brand.js';
import type { Recipient } from '@/lib/api/types';
import { useRecipients } from '@/lib/queries/use-recipients';
import { MonikerFinder } from './moniker-finder';
import { SHOWN_PEOPLE } from './people';
import { KnownPeople, PersonTiles } from './person-tiles';
import { usePeople } from './queries/use-people';
import type { FoundRecipient } from './recipients';
import { WayChoice } from './way-choice';

export type AskWay = 'moniker' | 'link';

/**
 * The person asked to pay. `proof` shows the API that the customer looked up the moniker; it is not needed for someone
 * whom the customer has paid before (TRF-103).
 */
export type Payer = Pick<FoundRecipient, 'moniker' | 'name'> & { readonly proof?: string };

export const ANYONE = 'anyone with the link';
const NOT_FOUND = `We can't find this ${HANDLE_WORD}. Check it with the person, or create a link.`;
const FINDER_TEXTS = { MONIKER_NOT_FOUND: NOT_FOUND, OWN_RECIPIENT: "You can't ask yourself for money" };

const WAYS = [
  { value: 'moniker', label: <span translate="no">{`$${HANDLE_WORD}`}</span>, Icon: AtSign },
  { value: 'link', label: 'Payment link', Icon: Link2 },
] as const;

type PayerPickerProps = {
  way: AskWay;
  onWayChange: (way: AskWay) => void;
  onChoose: (payer: Payer) => void;
};

/** Chooses who should pay: a known person with one click, another customer, or anyone with the link (TRF-141). */
export function PayerPicker({ way, onWayChange, onChoose }: PayerPickerProps) {
  const headingId = useId();
  const people = usePeople(useRecipients().data);
  const chooseKnown = (recipient: Recipient) =>
    onChoose({ moniker: recipient.recipientMoniker ?? '', name: recipient.recipientName });
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-base font-semibold">
        Who should pay?
      </h2>
      {people.length > 0 ? (
        <PersonTiles label="People you know">
          <KnownPeople
            people={people.slice(0, SHOWN_PEOPLE)}
            onFound={onChoose}
            onKnown={chooseKnown}
            failure={NOT_FOUND}
          />
        </PersonTiles>
      ) : null}
      <div className="mt-3">
        <WayChoice label="Who should pay?" ways={WAYS} value={way} onChange={onWayChange} />
      </div>
      {way === 'moniker' ? (
        <MonikerFinder people={people} onFound={onChoose} onKnown={chooseKnown} texts={FINDER_TEXTS} />
      ) : null}
    </section>
  );
}
