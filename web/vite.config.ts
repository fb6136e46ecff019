import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

// Else every icon and small component that a few screens share would be a request of its own. The large ones stay
// apart, because the landing page must not pay for them.
const isSmallAndShared = /src\/(components\/(?!ui\/(dialog|data-table|toast-area))|lib)|lucide-react/;

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { proxy: { '/api': 'http://localhost:3000', '/objects': 'http://localhost:3000' } },
  build: {
    target: 'es2023',
    // The content security policy allows fonts and scripts only as files, never as data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'shared', test: isSmallAndShared, minShareCount: 3 }] } },
    },
  },
});
