import { useState, type ChangeEvent, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import { dismissErrorToast } from './toast';

export type FormErrors<V> = { [K in keyof V]?: string | undefined };

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * State of a form with text values. `validate` returns an error per invalid field. Errors appear on the first
 * submission and update as the user types. An invalid submission focuses the first invalid field; a valid one dismisses
 * an error toast.
 */
export function useForm<V extends Record<string, string>>(
  initial: V,
  validate: (values: V) => FormErrors<V>,
) {
  const [values, setValues] = useState(initial);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const [serverError, storeServerError] = useState<{ name: keyof V; value: string; message: string }>();
  const errors: FormErrors<V> = hasSubmitted ? validate(values) : {};
  if (serverError && values[serverError.name] === serverError.value)
    errors[serverError.name] = serverError.message;

  const set = (name: keyof V, value: string) => setValues((current) => ({ ...current, [name]: value }));

  /** Props of a field's control. `clean` normalizes the text as it is typed. */
  const bind = (name: keyof V & string, clean: (text: string) => string = (text) => text) => ({
    name,
    value: values[name],
    onChange: (event: ChangeEvent<TextControl>) => set(name, clean(event.target.value)),
  });

  const submit =
    (onValid: (values: V) => void, onInvalid?: (errors: FormErrors<V>) => void) =>
    (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      const form = event.currentTarget;
      flushSync(() => setHasSubmitted(true));
      const found = validate(values);
      if (!Object.values(found).some(Boolean)) {
        dismissErrorToast();
        onValid(values);
        return;
      }
      form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      onInvalid?.(found);
    };

  /** Shows a server error next to a field until the field's value changes. */
  const setServerError = (name: keyof V, message: string) =>
    storeServerError({ name, value: values[name] ?? '', message });

  const reset = (next: V = initial) => {
    setValues(next);
    setHasSubmitted(false);
    storeServerError(undefined);
  };

  return { values, errors, set, setValues, bind, submit, setServerError, reset };
}
