"""Handing letters to a real mail server, which takes them, refuses them, or hangs up."""

import pytest
from django.core.mail import EmailMessage

from tests.services import free_port
from web.mail import AddressUnfit, DeliveryPutOff, DeliveryRefused, DeliveryUnsure, deliver


def letter(
    to: str = "ana@example.org", body: str = "Bonjour,\n.\n..deux points\nfin"
) -> EmailMessage:
    return EmailMessage("Sujet", body, to=[to])


def test_a_letter_arrives_as_it_was_written_dots_and_all(mailbox):
    deliver(letter())
    [message] = mailbox.messages
    assert message["To"] == "ana@example.org"
    assert message.get_content().splitlines() == ["Bonjour,", ".", "..deux points", "fin"]


@pytest.mark.parametrize("answer", ["to_address", "to_message"])
def test_a_server_that_asks_to_wait_puts_it_off(mailbox, answer):
    setattr(mailbox, answer, "451 4.7.1 later, please")
    with pytest.raises(DeliveryPutOff) as caught:
        deliver(letter())
    assert caught.value.code == 451
    assert mailbox.messages == []


@pytest.mark.parametrize("answer", ["to_address", "to_message"])
def test_a_server_that_refuses_it_is_not_asked_again(mailbox, answer):
    setattr(mailbox, answer, "550 5.1.1 no such mailbox")
    with pytest.raises(DeliveryRefused) as caught:
        deliver(letter())
    assert caught.value.code == 550


def test_words_about_the_address_are_kept_and_words_about_the_letter_are_not(mailbox):
    mailbox.to_address = "550 no such mailbox"
    with pytest.raises(DeliveryRefused) as caught:
        deliver(letter())
    assert caught.value.words == "no such mailbox"
    mailbox.to_address, mailbox.to_message = "", "554 refused for: Madame Rochat"
    with pytest.raises(DeliveryRefused) as caught:
        deliver(letter())
    assert caught.value.words == ""


@pytest.mark.parametrize("word", ["MAIL", "RCPT"])
def test_a_server_that_hangs_up_before_the_letter_certainly_has_not_got_it(mailbox, word):
    mailbox.hangs_up_at = word
    with pytest.raises(DeliveryPutOff) as caught:
        deliver(letter())
    assert caught.value.code is None


@pytest.mark.parametrize("word", ["DATA", "END"])
def test_after_the_letters_first_word_a_silence_means_not_knowing(mailbox, word):
    mailbox.hangs_up_at = word
    with pytest.raises(DeliveryUnsure):
        deliver(letter(body="x\n" * 200_000))
    assert len(mailbox.messages) == (word == "END")


def test_without_a_server_it_is_put_off(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    with pytest.raises(DeliveryPutOff):
        deliver(letter())


def test_an_address_that_cannot_be_written_is_known_before_anyone_is_called(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    with pytest.raises(AddressUnfit):
        deliver(letter(to=f"ana@{'é' * 70}.org"))


def test_mail_into_files_needs_no_server(settings, tmp_path):
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path
    deliver(letter())
    assert len(list(tmp_path.iterdir())) == 1
