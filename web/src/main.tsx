import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { registerServiceWorker } from './app/service-worker';
import { followActivity } from './lib/activity';
import { followConnection } from './lib/connection';
import { loadSession } from './lib/session';
import { followOtherTabs } from './lib/stored-choice';
import { followTheme } from './lib/theme';
import { installTranslationGuard } from './lib/translation-guard';
import './styles/index.css';

installTranslationGuard(globalThis);
followTheme();
followOtherTabs();
followActivity();
followConnection();
// The first render depends on the session, so start loading it before React renders.
void loadSession();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

registerServiceWorker();
