from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("players", "0014_pushes")]

    operations = [
        migrations.AddField(
            model_name="streamticket",
            name="app_digest",
            field=models.CharField(default="", editable=False, max_length=64),
        ),
        migrations.AddField(
            model_name="streamticket",
            name="session",
            field=models.JSONField(editable=False, null=True),
        ),
    ]
