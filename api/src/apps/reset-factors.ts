import 'reflect-metadata';
import { exitWithError } from '../platform/process/exit-with-error.js';
import { runResetFactors } from './run-reset-factors.js';

runResetFactors(process.argv.slice(2)).catch(exitWithError('reset-factors'));
