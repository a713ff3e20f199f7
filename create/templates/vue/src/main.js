import './style.css';
import { createApp } from 'vue';
import App from './app.vue';
import './chat.js';

createApp(App).mount('#app');
