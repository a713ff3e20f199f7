// What this page uses of WordPress's components beside the parts in ../wordpress.d.ts.

declare module '@wordpress/components' {
  import type { ComponentType, ReactNode } from 'react';

  export const Modal: ComponentType<{
    title: string;
    onRequestClose(): void;
    className?: string;
    children?: ReactNode;
  }>;
}
