import { describe, expect, it } from 'vitest';
import { missingKey, readModelSettings } from '../../../agents/model/settings.ts';
import { createAgentRegistry } from '../../../agents/registry.ts';

describe('the settings', () => {
  it('turn the agent on only where a key is', () => {
    expect(readModelSettings({})).toBeNull();
    expect(readModelSettings({ OPENAI_API_KEY: ' ' })).toBeNull();
    expect(
      readModelSettings({
        OPENAI_API_KEY: 'k',
        OPENAI_BASE_URL: 'http://localhost:11434/v1',
        BELLHOP_MODEL: 'llama',
      }),
    ).toEqual({
      provider: 'openai',
      apiKey: 'k',
      baseUrl: 'http://localhost:11434/v1',
      model: 'llama',
      contextWindow: 128_000,
      reasoningEffort: undefined,
      pageContext: 'quoted',
      files: [],
      webSearch: null,
    });
    expect(createAgentRegistry().has('model')).toBe(false);
  });

  it.each([
    ['claude-sonnet-4-5', 200_000],
    ['gpt-4.1-mini', 1_000_000],
    ['gpt-4o', 128_000],
  ])('know how much %s reads', (model, tokens) => {
    const settings = readModelSettings({ OPENAI_API_KEY: 'k', BELLHOP_MODEL: model });
    expect(settings?.contextWindow).toBe(tokens);
  });

  it.each([
    ['claude-sonnet-4-5', undefined, ['image', 'pdf']],
    ['claude-3-haiku-20240307', undefined, ['image']],
    ['gpt-4.1-mini', undefined, ['image', 'pdf']],
    ['gpt-5', undefined, ['image', 'pdf']],
    ['o3-mini', undefined, []],
    ['gpt-3.5-turbo', undefined, []],
    ['qwen3', undefined, []],
    ['qwen2.5-vl', 'image', ['image']],
    ['gpt-4o', 'none', []],
  ])('know which files %s reads, unless BELLHOP_MODEL_FILES is %s', (model, files, kinds) => {
    const env = { OPENAI_API_KEY: 'k', BELLHOP_MODEL: model, BELLHOP_MODEL_FILES: files };
    expect(readModelSettings(env)?.files).toEqual(kinds);
  });

  it('take BELLHOP_MODEL_FILES for the environment’s own model alone', () => {
    const env = { OPENAI_API_KEY: 'k', BELLHOP_MODEL: 'qwen2.5-vl', BELLHOP_MODEL_FILES: 'image' };
    expect(readModelSettings(env, { model: 'gpt-4.1' })?.files).toEqual(['image', 'pdf']);
    expect(readModelSettings(env, { model: 'gpt-4.1', files: [] })?.files).toEqual([]);
  });

  it('say that a server of one’s own wants a key, or any word', () => {
    expect(missingKey({ OPENAI_BASE_URL: 'http://localhost:11434/v1' }, {})).toMatch(/any word/);
    const env = { OPENAI_BASE_URL: 'http://localhost:11434/v1', OPENAI_API_KEY: 'any' };
    expect(missingKey(env, {})).toBeNull();
    expect(missingKey({}, { provider: null })).toMatch(/^No provider’s key is set/);
  });

  it('say which files there are', () => {
    const env = { OPENAI_API_KEY: 'k', BELLHOP_MODEL_FILES: 'images' };
    expect(() => readModelSettings(env)).toThrow('none, or of image and pdf');
  });

  it('say when the effort is none', () => {
    const env = (BELLHOP_REASONING_EFFORT: string) => ({
      OPENAI_API_KEY: 'k',
      BELLHOP_REASONING_EFFORT,
    });
    expect(readModelSettings(env('high'))?.reasoningEffort).toBe('high');
    expect(() => readModelSettings(env('much'))).toThrow(/low, medium, high/);
  });

  it('choose a provider by name, and say when its key is missing', () => {
    const both = { OPENAI_API_KEY: 'o', ANTHROPIC_API_KEY: 'a' };
    expect(readModelSettings(both)?.provider).toBe('anthropic');
    expect(readModelSettings({ ...both, BELLHOP_MODEL_PROVIDER: 'openai' })?.apiKey).toBe('o');
    expect(() =>
      readModelSettings({ OPENAI_API_KEY: 'o', BELLHOP_MODEL_PROVIDER: 'anthropic' }),
    ).toThrow(/key/);
    expect(() => readModelSettings({ BELLHOP_MODEL_PROVIDER: 'other' })).toThrow(
      /anthropic or openai/,
    );
  });

  it('say what becomes of a page’s word about itself', () => {
    const read = (value: string) =>
      readModelSettings({ OPENAI_API_KEY: 'k', BELLHOP_PAGE_CONTEXT: value })?.pageContext;
    expect([read('quote'), read('refuse')]).toEqual(['quoted', 'refused']);
    expect(() => read('trust')).toThrow('must be quote or refuse');
  });
});
