// The parts of WordPress's own scripts that the pages use, as WordPress 6.5 has them. Newer ones have more.

declare module '@wordpress/element' {
  export {
    createContext,
    createElement,
    Fragment,
    memo,
    useCallback,
    useContext,
    useEffect,
    useId,
    useLayoutEffect,
    useMemo,
    useReducer,
    useRef,
    useState,
  } from 'react';
  export { createRoot } from 'react-dom/client';
}

declare module '@wordpress/i18n' {
  export function __(text: string, domain: string): string;
  export function _n(single: string, plural: string, number: number, domain: string): string;
  export function sprintf(format: string, ...args: (string | number)[]): string;
  export function isRTL(): boolean;
}

declare module '@wordpress/api-fetch' {
  /** Rejects with what REST answered, `{code, message, data}`, or with a code of its own where nothing readable came. */
  export default function apiFetch<T>(options: {
    path: string;
    method?: 'GET' | 'POST' | 'DELETE';
    data?: unknown;
    keepalive?: boolean;
    signal?: AbortSignal;
  }): Promise<T>;
}

declare module '@wordpress/a11y' {
  export function speak(text: string, politeness?: 'polite' | 'assertive'): void;
}

declare module '@wordpress/components' {
  import type { ComponentType, HTMLAttributes, ReactNode, Ref } from 'react';

  interface Labelled {
    label?: ReactNode;
    help?: ReactNode;
    className?: string;
    disabled?: boolean;
    id?: string;
    hideLabelFromVision?: boolean;
    __nextHasNoMarginBottom?: boolean;
    __next40pxDefaultSize?: boolean;
  }
  type Own<T, P> = Omit<HTMLAttributes<T>, keyof P | 'onChange'> & P;

  export const Button: ComponentType<
    Own<
      HTMLElement,
      {
        variant?: 'primary' | 'secondary' | 'tertiary' | 'link';
        isDestructive?: boolean;
        isBusy?: boolean;
        size?: 'small' | 'compact';
        disabled?: boolean;
        href?: string;
        target?: string;
        type?: 'button' | 'submit';
        children?: ReactNode;
        accessibleWhenDisabled?: boolean;
        __next40pxDefaultSize?: boolean;
      }
    >
  >;
  export const TextControl: ComponentType<
    Own<
      HTMLInputElement,
      Labelled & {
        value: string;
        type?: string;
        onChange(value: string): void;
        required?: boolean;
        autoComplete?: string;
        placeholder?: string;
        min?: number;
        max?: number;
        maxLength?: number;
        ref?: Ref<HTMLInputElement>;
      }
    >
  >;
  export const TextareaControl: ComponentType<
    Own<
      HTMLTextAreaElement,
      Labelled & {
        value: string;
        rows?: number;
        maxLength?: number;
        onChange(value: string): void;
        required?: boolean;
      }
    >
  >;
  export const ToggleControl: ComponentType<
    Own<HTMLInputElement, Labelled & { checked: boolean; onChange(value: boolean): void }>
  >;
  export const CheckboxControl: ComponentType<
    Own<HTMLInputElement, Labelled & { checked: boolean; onChange(value: boolean): void }>
  >;
  export const SelectControl: ComponentType<
    Own<
      HTMLSelectElement,
      Labelled & {
        value: string;
        options: { value: string; label: string }[];
        onChange(value: string): void;
      }
    >
  >;
  export const RadioControl: ComponentType<
    Own<
      HTMLInputElement,
      Labelled & {
        selected: string;
        options: { value: string; label: string }[];
        onChange(value: string): void;
      }
    >
  >;
  export const SearchControl: ComponentType<
    Own<
      HTMLInputElement,
      Labelled & { value: string; placeholder?: string; onChange(value: string): void }
    >
  >;
  export const Notice: ComponentType<{
    status?: 'success' | 'info' | 'warning' | 'error';
    isDismissible?: boolean;
    onRemove?(): void;
    children?: ReactNode;
    className?: string;
    politeness?: 'polite' | 'assertive';
    spokenMessage?: string;
  }>;
  export const SnackbarList: ComponentType<{
    notices: {
      id: string;
      content: string;
      actions?: { label: string; onClick(): void }[];
      explicitDismiss?: boolean;
    }[];
    onRemove(id: string): void;
    className?: string;
  }>;
  export const FormTokenField: ComponentType<{
    label?: string;
    value: string[];
    suggestions: string[];
    onChange(tokens: (string | { value: string })[]): void;
    __experimentalExpandOnFocus?: boolean;
    __experimentalShowHowTo?: boolean;
    __experimentalValidateInput?(typed: string): boolean;
    __nextHasNoMarginBottom?: boolean;
    __next40pxDefaultSize?: boolean;
  }>;
  export const FormFileUpload: ComponentType<{
    accept?: string;
    variant?: 'primary' | 'secondary' | 'tertiary';
    onChange(event: { currentTarget: HTMLInputElement }): void;
    children?: ReactNode;
    __next40pxDefaultSize?: boolean;
  }>;
  export const Spinner: ComponentType<{ className?: string }>;
  export const Card: ComponentType<{ className?: string; children?: ReactNode; id?: string }>;
  export const CardHeader: ComponentType<{ children?: ReactNode }>;
  export const CardBody: ComponentType<{ children?: ReactNode; className?: string }>;
  export const ColorIndicator: ComponentType<{ colorValue: string }>;
  export const ColorPicker: ComponentType<{
    color: string;
    onChange(value: string): void;
    enableAlpha?: boolean;
    copyFormat?: 'hex';
  }>;
  export const Dropdown: ComponentType<{
    renderToggle(state: { isOpen: boolean; onToggle(): void }): ReactNode;
    renderContent(): ReactNode;
    popoverProps?: Record<string, unknown>;
    onClose?(): void;
  }>;
}
