import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

// Bundles small shared modules into one chunk; otherwise every shared icon would be a separate request. Large
// components are excluded, because the landing page does not need them.
const isSmallAndShared = /src\/(components\/(?!ui\/(dialog|data-table|toast-area))|lib)|lucide-react/;

/** The API behind the development server: that of `npm run dev`, or `npm start`. */
const API_URL = process.env['API_URL'] ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      'react-style-singleton': fileURLToPath(new URL('./src/lib/style-singleton.ts', import.meta.url)),
    },
  },
  server: { proxy: { '/api': API_URL, '/objects': API_URL } },
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
