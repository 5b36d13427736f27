
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0007_audit_by_object'),
    ]

    operations = [
        migrations.AlterField(
            model_name='accountletter',
            name='kind',
            field=models.CharField(choices=[('reset', 'password reset'), ('confirm', 'address confirmation')], max_length=8),
        ),
        migrations.AlterField(
            model_name='apitoken',
            name='scope',
            field=models.CharField(choices=[('read', 'read only'), ('annotate', 'read and annotate'), ('manage', 'everything you can do')], max_length=8, verbose_name='permissions'),
        ),
        migrations.AlterField(
            model_name='signinfailure',
            name='kind',
            field=models.CharField(choices=[('sign-in', 'sign-in'), ('reset', 'password reset'), ('register', 'registration'), ('confirm', 'address confirmation')], max_length=8),
        ),
        migrations.AlterField(
            model_name='user',
            name='theme',
            field=models.CharField(choices=[('system', 'Same as system'), ('light', 'Light'), ('dark', 'Dark')], default='system', max_length=6, verbose_name='appearance'),
        ),
    ]
