from django.urls import path

from gold.withdrawals import views

urlpatterns = [path("releases/<int:release_id>/withdraw/", views.withdraw_release, name="withdraw")]
