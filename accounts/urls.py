from django.contrib.auth.views import LogoutView
from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("login/", views.SignInView.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("preferences/", views.preferences, name="preferences"),
    path("preferences/keys/", views.change_own_keys, name="keys"),
    path("address/", views.ask_for_confirmation, name="ask_for_confirmation"),
    path("address/<str:token>/", views.confirm_own_address, name="confirm_address"),
    path("tokens/", views.add_token, name="add_token"),
    path("tokens/<int:token_id>/revoke/", views.drop_token, name="revoke_token"),
    path("password/", views.PasswordChangeView.as_view(), name="password_change"),
    path("reset/", views.PasswordResetView.as_view(), name="password_reset"),
    path("reset/sent/", views.PasswordResetSentView.as_view(), name="password_reset_sent"),
    path(
        "reset/<uidb64>/<token>/",
        views.PasswordResetConfirmView.as_view(),
        name="password_reset_confirm",
    ),
]
