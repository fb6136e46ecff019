import { Check } from 'lucide-react';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { TABS } from './texts';

export function FeatureTabs() {
  return (
    <section aria-labelledby="tabs-title" className="page pt-4 pb-16 lg:pb-24">
      <h2 id="tabs-title" className="display text-3xl">
        In detail
      </h2>
      <Tabs defaultValue={TABS[0].label} className="mt-6">
        <TabsList aria-label="Features by area">
          {TABS.map(({ label }) => (
            <TabsTrigger key={label} value={label}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        {TABS.map(({ label, items }) => (
          <TabsContent key={label} value={label}>
            <ul className="grid sm:grid-cols-2 sm:gap-x-12">
              {items.map((item) => (
                <li key={item} className="flex items-center gap-3 border-b border-rule py-3.5">
                  <Check aria-hidden="true" className="size-4 shrink-0 text-accent" />
                  {item}
                </li>
              ))}
            </ul>
          </TabsContent>
        ))}
      </Tabs>
    </section>
  );
}
