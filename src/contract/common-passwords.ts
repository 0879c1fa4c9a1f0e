/** Common passwords of at least the minimum length. */
const passwords = `
password password1 password12 password123 password1234 password! passw0rd p@ssword p@ssw0rd pa55word pa55w0rd passwort
12345678 123456789 1234567890 0123456789 123123123 12341234 11111111 111111111 1111111111 00000000 0000000000 22222222 55555555
66666666 77777777 88888888 99999999 87654321 987654321 9876543210 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 zaq12wsx q1w2e3r4 q1w2e3r4t5
qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 asdfghjk asdfghjkl asdfasdf zxcvbnm1 abcdefgh abcd1234 abc12345 abc123456 a1b2c3d4
a1234567 aa123456 aaaaaaaa iloveyou iloveyou1 iloveyou2 sunshine sunshine1 princess princess1 football football1 baseball
superman superman1 batman123 spiderman starwars pokemon1 trustno1 welcome1 welcome123 letmein1 letmein123 admin123 admin1234
administrator changeme changeme1 default1 computer internet whatever michelle jennifer jordan23 charlie1 liverpool liverpool1
chelsea1 arsenal1 manchester manunited rangers1 celtic1888 tottenham everton1 england1 cheese123 monkey123 dragon123 shadow123
master123 freedom1 butterfly chocolate chocolate1 snowball danielle samantha victoria elizabeth alexander christopher
handmade handmade1 flone123 flone1234
`;

const commonPasswords = new Set(passwords.trim().split(/\s+/));

/** Whether a password is common, whatever its case. */
export const isCommonPassword = (password: string): boolean => commonPasswords.has(password.toLowerCase());
