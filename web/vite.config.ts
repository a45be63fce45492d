/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vite';

const server = process.env.BACKCHANNEL_SERVER ?? 'http://localhost:8080';
const proxy = { '/api': { target: server, ws: true } };

/** What the server sends as well: nothing from elsewhere, nothing inline. */
const policy = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
].join('; ');

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  // The worked examples of the rules lie beside this folder.
  server: { proxy, fs: { allow: ['..'] } },
  preview: { proxy, headers: { 'Content-Security-Policy': policy } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/test/setup.ts'],
    include: ['src/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
