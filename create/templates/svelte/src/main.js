import './style.css';
import { mount } from 'svelte';
import App from './app.svelte';
import './chat.js';

mount(App, { target: document.querySelector('#app') });
