import { describe, expect, it } from '@jest/globals';
import { guessCategory } from './categories.js';

describe('guessCategory', () => {
  it.each([
    ['Grocery run', 'food'],
    ['dinner at a RESTAURANT', 'food'],
    ['uber to the airport', 'transportation'],
    ['gas', 'transportation'],
    ['Movie night', 'entertainment'],
    ['board game', 'entertainment'],
    ['rent', 'other'],
    ['movies', 'entertainment'],
    ['two restaurants', 'food'],
    ['Public transportation', 'transportation'],
    ['Gas/electric', 'transportation'],
    ['Hotel in Las Vegas', 'other'],
    ['tuber for the garden', 'other'],
    ['Endgame Las Vegas gas', 'transportation'],
    ['Wohnungéuber', 'other'],
    ['food in the movie theatre', 'food'],
  ])('maps %s to %s [TRF-2, CON-3]', (purpose, category) => {
    expect(guessCategory(purpose)).toBe(category);
  });
});
