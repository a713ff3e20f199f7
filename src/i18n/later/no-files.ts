// What is said of a file where the owner takes none.

import type { LaterTable } from '../later-words.ts';

export default {
  noFiles: {
    en: 'Files can’t be sent here. Write your message as text.',
    ar: 'لا يمكن إرسال الملفات هنا. اكتب رسالتك كنص.',
    cs: 'Soubory sem nelze posílat. Napište zprávu jako text.',
    da: 'Filer kan ikke sendes her. Skriv din besked som tekst.',
    de: 'Dateien können hier nicht gesendet werden. Schreiben Sie Ihre Nachricht als Text.',
    el: 'Δεν είναι δυνατή η αποστολή αρχείων εδώ. Γράψτε το μήνυμά σας ως κείμενο.',
    es: 'Aquí no se pueden enviar archivos. Escriba su mensaje como texto.',
    fa: 'در اینجا نمی‌توان فایل فرستاد. پیام خود را به‌صورت متن بنویسید.',
    fi: 'Tiedostoja ei voi lähettää tässä. Kirjoita viestisi tekstinä.',
    fr: 'Il n’est pas possible d’envoyer des fichiers ici. Écrivez votre message sous forme de texte.',
    he: 'לא ניתן לשלוח כאן קבצים. יש לכתוב את ההודעה כטקסט.',
    hu: 'Itt nem lehet fájlokat küldeni. Írja meg az üzenetét szövegként.',
    id: 'Berkas tidak dapat dikirim di sini. Tulis pesan Anda sebagai teks.',
    it: 'Qui non è possibile inviare file. Scriva il messaggio come testo.',
    ja: 'ここではファイルを送信できません。メッセージを文章でお書きください。',
    ko: '여기에서는 파일을 보낼 수 없습니다. 메시지를 글로 작성해 주세요.',
    nb: 'Filer kan ikke sendes her. Skriv meldingen som tekst.',
    nl: 'Hier kunnen geen bestanden worden verstuurd. Schrijf uw bericht als tekst.',
    pl: 'Nie można tu wysyłać plików. Napisz wiadomość jako tekst.',
    'pt-BR': 'Não é possível enviar arquivos aqui. Escreva sua mensagem em texto.',
    'pt-PT': 'Não é possível enviar ficheiros aqui. Escreva a sua mensagem em texto.',
    ro: 'Aici nu se pot trimite fișiere. Scrieți mesajul ca text.',
    ru: 'Здесь нельзя отправлять файлы. Напишите сообщение текстом.',
    sv: 'Filer kan inte skickas här. Skriv ditt meddelande som text.',
    th: 'ส่งไฟล์ที่นี่ไม่ได้ โปรดพิมพ์ข้อความแทน',
    tr: 'Buradan dosya gönderilemez. Mesajınızı metin olarak yazın.',
    uk: 'Тут не можна надсилати файли. Напишіть повідомлення текстом.',
    vi: 'Không thể gửi tệp ở đây. Hãy viết tin nhắn bằng văn bản.',
    'zh-CN': '这里无法发送文件。请用文字写下您的消息。',
    'zh-TW': '這裡無法傳送檔案。請用文字寫下您的訊息。',
  },
} satisfies LaterTable;
