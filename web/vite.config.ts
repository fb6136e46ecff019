import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

// Bundles small shared modules into one chunk; otherwise every shared icon would be a separate request. Large
// components are excluded, because the landing page does not need them.
const isSmallAndShared = /src\/(components\/(?!ui\/(dialog|data-table|toast-area))|lib)|lucide-react/;

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { proxy: { '/api': 'http://localhost:3000', '/objects': 'http://localhost:3000' } },
  build: {
    target: 'es2023',
    // The content security policy forbids `data:` URLs for fonts and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'shared', test: isSmallAndShared, minShareCount: 3 }] } },
    },
  },
});
