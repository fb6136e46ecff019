import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { PageTitle } from '@/components/layout/page-title';
import { buttonClass } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { QUICK_HELP_TOPICS, RESPONSE_TIME, SUPPORT_HOURS } from './constants';
import { LiveChatCard } from './live-chat-card';

/** The chat with support, support hours and Quick Help (CHAT-5, CHAT-6). */
export function ContactPage() {
  return (
    <>
      <PageTitle>Contact support</PageTitle>
      <Link to="/settings" className={`${buttonClass({ variant: 'ghost', size: 'sm' })} -ml-3`}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to Settings
      </Link>
      <h1 className="display mt-2 text-3xl">Contact Support</h1>
      <p className="mt-1 text-ink-2">Send us a message. We'll reply here.</p>
      <div className="mt-6 grid items-start gap-4 md:mt-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-6">
        <LiveChatCard />
        <div className="min-w-0 space-y-4 lg:space-y-6">
          <SupportHoursCard />
          <QuickHelpCard />
        </div>
      </div>
    </>
  );
}

function SupportHoursCard() {
  return (
    <Card>
      <CardHeader title="Support Hours" description="All times are EST." />
      <CardBody className="pt-2! sm:pt-2!">
        <DetailList>
          {SUPPORT_HOURS.map(({ days, hours }) => (
            <Detail key={days} term={days}>
              {hours}
            </Detail>
          ))}
        </DetailList>
        <p className="mt-3 text-sm text-ink-2">
          Average response time: <span className="font-semibold text-ink">{RESPONSE_TIME}</span> during
          business hours.
        </p>
      </CardBody>
    </Card>
  );
}

function QuickHelpCard() {
  return (
    <Card>
      <CardHeader title="Quick Help" description="What we can help you with:" />
      <CardBody className="pt-3! sm:pt-3!">
        <ul className="list-disc space-y-1.5 pl-5 text-sm marker:text-accent">
          {QUICK_HELP_TOPICS.map((topic) => (
            <li key={topic}>{topic}</li>
          ))}
        </ul>
        <p className="mt-4 border-l border-margin-rule pl-3 text-sm text-ink-2">
          For urgent issues outside support hours, please describe your problem in detail.
        </p>
      </CardBody>
    </Card>
  );
}
