import { useState } from 'react';
import {
  type DashboardTextName,
  type DashboardTexts,
  DEFAULT_DASHBOARD_TEXTS,
  MAX_DASHBOARD_TEXT_LENGTHS,
} from '@moniker/common/dashboard-texts.js';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import { ApiError } from '@/lib/api/api-error';
import type { AdminUser, DashboardContent } from '@/lib/api/types';
import { withPeriod } from '@/lib/format';
import { useLeaveQuestion } from '@/lib/leave-question';
import { toast } from '@/lib/toast';
import { useForm } from '@/lib/use-form';
import { useSessionExpiry } from '@/lib/use-session-expiry';
import { CONTENT_FIELDS } from './content-fields';
import { DashboardPreview } from './dashboard-preview';
import { useSaveContent } from './use-editor-data';

const NAMES = Object.keys(DEFAULT_DASHBOARD_TEXTS) as DashboardTextName[];
const NO_RULES = () => ({});

type ContentFormProps = { content: DashboardContent; user: AdminUser };

/** The form for the texts, beside a live preview (DASH-13). */
export function ContentForm({ content, user }: ContentFormProps) {
  const save = useSaveContent(user.id);
  const expire = useSessionExpiry();
  const form = useForm(textsOf(content), NO_RULES);
  const [stored, setStored] = useState(form.values);
  useLeaveQuestion(NAMES.some((name) => form.values[name] !== stored[name]));
  const send = (texts: DashboardTexts) =>
    save.mutate(texts, {
      onSuccess: (saved) => {
        form.setValues(textsOf(saved));
        setStored(textsOf(saved));
        toast({ title: 'Dashboard content updated successfully' });
      },
      onError: (error) => {
        if (expire(error)) return;
        const reason = error instanceof ApiError && error.isExplained ? `. ${withPeriod(error.message)}` : '';
        toast({
          title: 'Error',
          description: `Failed to update dashboard content${reason}`,
          variant: 'destructive',
        });
      },
    });
  return (
    <div className="mt-6 grid gap-8 md:mt-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] lg:gap-12">
      <form noValidate aria-label="Dashboard text" onSubmit={form.submit(send)} className="min-w-0 space-y-8">
        {CONTENT_FIELDS.map(({ legend, fields }) => (
          <fieldset key={legend} className="min-w-0 space-y-4">
            <legend className="caption mb-3 w-full border-b border-rule-strong pb-2">{legend}</legend>
            {fields.map(({ name, label, isLong }) => (
              <Field key={name} label={label} isOptional>
                {(control) => {
                  const bound = {
                    ...control,
                    ...form.bind(name),
                    maxLength: MAX_DASHBOARD_TEXT_LENGTHS[name],
                    placeholder: DEFAULT_DASHBOARD_TEXTS[name],
                  };
                  return isLong ? <Textarea {...bound} rows={2} /> : <Input {...bound} autoComplete="off" />;
                }}
              </Field>
            ))}
          </fieldset>
        ))}
        <div className="flex flex-col-reverse gap-2 sm:flex-row">
          <Button variant="secondary" onClick={() => form.setValues({ ...DEFAULT_DASHBOARD_TEXTS })}>
            Fill In Defaults
          </Button>
          <Button type="submit" isBusy={save.isPending}>
            Save Changes
          </Button>
        </div>
      </form>
      <DashboardPreview texts={withDefaults(form.values)} user={user} />
    </div>
  );
}

function textsOf(content: DashboardContent): DashboardTexts {
  return Object.fromEntries(NAMES.map((name) => [name, content[name]])) as DashboardTexts;
}

/** Replaces blank texts with their defaults (DASH-11). */
function withDefaults(texts: DashboardTexts): DashboardTexts {
  return Object.fromEntries(
    NAMES.map((name) => [name, texts[name].trim() || DEFAULT_DASHBOARD_TEXTS[name]]),
  ) as DashboardTexts;
}
