import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env['API_URL'] ?? 'http://127.0.0.1:3001';

export default defineConfig({
  plugins: [react()],
  resolve: { tsconfigPaths: true },
  build: {
    outDir: 'dist/web',
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
  },
  server: {
    port: 3000,
    strictPort: true,
    proxy: { '/api': api, '/socket.io': { target: api, ws: true } },
  },
});
